package dev.fcp.vault;

import com.google.common.collect.ImmutableSortedMap;
import dev.fcp.eventlog.domain.FolderFormat;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.persistent.PersistentMap.MapDifferenceConsumer;
import dev.fcp.vault.VaultFile.OpaqueFile;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads and writes vaults as folders. */
final class VaultFolderFormat implements FolderFormat<EntityModel<String, VaultFile>> {

  private final VaultSpec spec;

  VaultFolderFormat(VaultSpec spec) {
    this.spec = spec;
  }

  /** The key of a file is its path. */
  @Override
  public EntityModel<String, VaultFile> read(FolderManifest folder) {
    SortedMap<String, VaultFile> files = new TreeMap<>();
    folder
        .files()
        .forEach((path, entry) ->
            files.put(
                path,
                entry.isText()
                    ? TextFile.read(path, entry, spec.contents())
                    : new OpaqueFile(path, entry)));
    return vault(files);
  }

  /**
   * The vault with some files by path.
   *
   * @throws IllegalArgumentException if a file lies below another one
   */
  EntityModel<String, VaultFile> vault(SortedMap<String, VaultFile> files) {
    for (String path : files.keySet()) {
      for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
        if (files.containsKey(path.substring(0, end))) {
          throw new IllegalArgumentException(path + " lies below a file");
        }
      }
    }
    return EntityModel.of(spec, files.entrySet());
  }

  @Override
  public EntityModel<String, VaultFile> withFiles(
      EntityModel<String, VaultFile> vault, Map<String, Optional<FileBytes>> changes) {
    PathIndex index = PathIndex.of(vault.derivedIndex());
    Map<String, VaultFile> files = new TreeMap<>();
    Set<String> replaced = new TreeSet<>();
    changes.forEach((path, content) -> {
      Optional<String> key = index.key(path);
      key.ifPresent(replaced::add);
      content.ifPresent(bytes ->
          files.put(
              key.orElseGet(() -> PathIndex.freeKey(path, vault::contains)), read(path, bytes)));
    });
    return VaultSpec.replaced(vault, replaced, files);
  }

  private static VaultFile read(String path, FileBytes content) {
    return content.entry().isText()
        ? TextFile.read(path, content)
        : new OpaqueFile(path, content.entry());
  }

  @Override
  public FolderManifest manifest(EntityModel<String, VaultFile> vault) {
    ImmutableSortedMap.Builder<String, FileEntry> files = ImmutableSortedMap.naturalOrder();
    vault.entities().values().forEach(file -> files.put(file.path(), file.entry()));
    return new FolderManifest(files.buildOrThrow());
  }

  @Override
  public Optional<FileEntry> entry(EntityModel<String, VaultFile> vault, String path) {
    return find(vault, path).map(VaultFile::entry);
  }

  private static Optional<VaultFile> find(EntityModel<String, VaultFile> vault, String path) {
    return PathIndex.of(vault.derivedIndex()).key(path).map(vault::at);
  }

  @Override
  public byte[] bytes(EntityModel<String, VaultFile> vault, String path) {
    VaultFile file =
        find(vault, path)
            .orElseThrow(() -> new IllegalArgumentException("there is no file " + path));
    return switch (file) {
      case TextFile text -> text.bytes();
      case OpaqueFile(var any, var entry) -> spec.contents().read(entry.sha256());
    };
  }

  @Override
  public Set<String> changedPaths(
      EntityModel<String, VaultFile> from, EntityModel<String, VaultFile> to) {
    Map<String, FileEntry> before = new HashMap<>();
    Map<String, FileEntry> after = new HashMap<>();
    from.entities()
        .forEachDifference(
            to.entities(),
            new MapDifferenceConsumer<String, VaultFile>() {
              @Override
              public void onlyInThis(String key, VaultFile here) {
                before.put(here.path(), here.entry());
              }

              @Override
              public void onlyInOther(String key, VaultFile there) {
                after.put(there.path(), there.entry());
              }

              @Override
              public void valueDiffers(String key, VaultFile here, VaultFile there) {
                onlyInThis(key, here);
                onlyInOther(key, there);
              }
            });
    Set<String> paths = new TreeSet<>(before.keySet());
    paths.addAll(after.keySet());
    paths.removeIf(path -> Objects.equals(before.get(path), after.get(path)));
    return paths;
  }

  /** The lines of a text are in the events that wrote them. */
  @Override
  public boolean containsBytesOf(FileEntry file) {
    return file.isText();
  }
}
