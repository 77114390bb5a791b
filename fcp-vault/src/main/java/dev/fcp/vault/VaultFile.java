package dev.fcp.vault;

import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.Value;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** A file of a vault. Immutable. */
public sealed interface VaultFile permits TextFile, VaultFile.OpaqueFile {

  /** The unit that holds the path. */
  String PATH = "path";

  /** The unit that says that a file is executable. */
  String EXECUTABLE = "executable";

  /** The path in the folder. */
  String path();

  /** Whether the file is executable. */
  boolean isExecutable();

  /** The units of the file by name. */
  SortedMap<String, Value> units();

  /** The content of the file in its folder. */
  FileContent content();

  /** The file with this content. */
  static VaultFile of(String path, FileContent content) {
    return switch (content) {
      case FileContent.Text text -> TextFile.read(path, text);
      case FileContent.Opaque opaque -> new OpaqueFile(path, opaque);
    };
  }

  /**
   * A file that is not text.
   *
   * @param content its hash and size
   */
  record OpaqueFile(String path, FileContent.Opaque content) implements VaultFile {

    /** The unit that holds the hash. */
    static final String SHA256 = "sha256";

    private static final String SIZE = "size";

    /** Rejects a path that is not valid. */
    public OpaqueFile {
      FolderManifest.requireValidPath(path);
      Objects.requireNonNull(content, "content");
    }

    static OpaqueFile ofUnits(SortedMap<String, Value> units) {
      Value.Fields fields = Value.Fields.of(units);
      OpaqueFile file =
          new OpaqueFile(
              fields.text(PATH),
              new FileContent.Opaque(
                  fields.text(SHA256),
                  fields.at(SIZE).asLong(),
                  fields.find(EXECUTABLE).isPresent()));
      if (!file.units().equals(units)) {
        throw new IllegalArgumentException("not the units of an opaque file: " + units.keySet());
      }
      return file;
    }

    @Override
    public boolean isExecutable() {
      return content.isExecutable();
    }

    @Override
    public SortedMap<String, Value> units() {
      SortedMap<String, Value> units = new TreeMap<>();
      units.put(PATH, Value.of(path));
      units.put(SHA256, Value.of(content.sha256()));
      units.put(SIZE, Value.of(content.sizeBytes()));
      if (isExecutable()) {
        units.put(EXECUTABLE, Value.of(true));
      }
      return units;
    }
  }
}
