package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.ContentStore;
import dev.fcp.eventlog.domain.FolderFormat;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A folder of a test: its files with their bytes, which it also stores by their hash. Immutable;
 * equal to another one with the same files.
 */
public final class InMemoryFolder implements ContentStore {

  /** A folder without files. */
  public static final InMemoryFolder EMPTY = new InMemoryFolder(new TreeMap<>());

  private final SortedMap<String, FileBytes> files;
  private final FolderManifest manifest;
  private final Map<String, byte[]> contents = new HashMap<>();

  private InMemoryFolder(SortedMap<String, FileBytes> files) {
    this.files = Collections.unmodifiableSortedMap(files);
    SortedMap<String, FileEntry> entries = new TreeMap<>();
    files.forEach((path, file) -> {
      entries.put(path, file.entry());
      contents.put(file.entry().sha256(), file.bytes());
    });
    this.manifest = new FolderManifest(entries);
  }

  /** A folder with text files, each a path and its text. */
  public static InMemoryFolder of(String... pathsAndTexts) {
    InMemoryFolder folder = EMPTY;
    for (int i = 0; i < pathsAndTexts.length; i += 2) {
      folder = folder.with(pathsAndTexts[i], pathsAndTexts[i + 1]);
    }
    return folder;
  }

  /** The folder of a model. */
  public static <M> InMemoryFolder of(FolderFormat<M> format, M model) {
    InMemoryFolder folder = EMPTY;
    for (Map.Entry<String, FileEntry> file : format.manifest(model).files().entrySet()) {
      folder =
          folder.with(
              file.getKey(), format.bytes(model, file.getKey()), file.getValue().isExecutable());
    }
    return folder;
  }

  /** This folder with a text file. */
  public InMemoryFolder with(String path, String text) {
    return with(path, text.getBytes(StandardCharsets.UTF_8), false);
  }

  /** This folder with a file. */
  public InMemoryFolder with(String path, byte[] bytes, boolean isExecutable) {
    SortedMap<String, FileBytes> changed = new TreeMap<>(files);
    changed.put(path, new FileBytes(bytes.clone(), FileEntry.of(bytes, isExecutable)));
    return new InMemoryFolder(changed);
  }

  /** This folder without a file. */
  public InMemoryFolder without(String path) {
    SortedMap<String, FileBytes> changed = new TreeMap<>(files);
    changed.remove(path);
    return new InMemoryFolder(changed);
  }

  /** The files by path. */
  public SortedMap<String, FileBytes> files() {
    return files;
  }

  /** The text of a file. */
  public String text(String path) {
    FileBytes file = Objects.requireNonNull(files.get(path), path);
    return new String(file.bytes(), StandardCharsets.UTF_8);
  }

  /** The files without their bytes. */
  public FolderManifest manifest() {
    return manifest;
  }

  /** The files that another folder has and this one has not, and empty for those it has not. */
  public SortedMap<String, Optional<FileBytes>> changesTo(InMemoryFolder other) {
    SortedMap<String, Optional<FileBytes>> changes = new TreeMap<>();
    files.keySet().forEach(path -> changes.put(path, Optional.empty()));
    other.files.forEach((path, file) -> changes.put(path, Optional.of(file)));
    manifest
        .files()
        .forEach((path, entry) -> {
          if (entry.equals(other.manifest.files().get(path))) {
            changes.remove(path);
          }
        });
    return changes;
  }

  @Override
  public byte[] read(String sha256) {
    byte[] bytes = contents.get(sha256);
    if (bytes == null) {
      throw new IllegalArgumentException("no content " + sha256);
    }
    return bytes.clone();
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof InMemoryFolder other && manifest.equals(other.manifest);
  }

  @Override
  public int hashCode() {
    return manifest.hashCode();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    manifest
        .files()
        .forEach((path, entry) ->
            text.append(path)
                .append(entry.isExecutable() ? " (executable): " : ": ")
                .append(entry.isText() ? text(path) : entry.sha256())
                .append('\n'));
    return text.toString();
  }
}
