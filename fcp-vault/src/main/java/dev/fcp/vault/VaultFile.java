package dev.fcp.vault;

import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.domain.Value;
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

  /** The hash, the size and the kind of the file in its folder. */
  FileEntry entry();

  /**
   * A file that is not text, known by its hash. Its bytes are stored elsewhere.
   *
   * @param entry its hash and size
   */
  record OpaqueFile(String path, FileEntry entry) implements VaultFile {

    /** The unit that holds the hash. */
    static final String SHA256 = "sha256";

    /** The unit that holds the size. */
    static final String SIZE = "size";

    /** Rejects a path that is not valid, and a text. */
    public OpaqueFile {
      FolderManifest.requireValidPath(path);
      if (entry.isText()) {
        throw new IllegalArgumentException(path + " is a text");
      }
    }

    static OpaqueFile ofUnits(SortedMap<String, Value> units) {
      Value.Fields fields = Value.Fields.of(units);
      OpaqueFile file = new OpaqueFile(fields.text(PATH), entryIn(fields, false));
      if (!file.units().equals(units)) {
        throw new IllegalArgumentException("not the units of an opaque file: " + units.keySet());
      }
      return file;
    }

    @Override
    public boolean isExecutable() {
      return entry.isExecutable();
    }

    @Override
    public SortedMap<String, Value> units() {
      return entryUnits(this);
    }
  }

  /** The path, the hash, the size and the mode of a file. */
  static SortedMap<String, Value> entryUnits(VaultFile file) {
    SortedMap<String, Value> units = new TreeMap<>();
    units.put(PATH, Value.of(file.path()));
    units.put(OpaqueFile.SHA256, Value.of(file.entry().sha256()));
    units.put(OpaqueFile.SIZE, Value.of(file.entry().sizeBytes()));
    if (file.isExecutable()) {
      units.put(EXECUTABLE, Value.of(true));
    }
    return units;
  }

  /** The entry in {@link #entryUnits}. */
  static FileEntry entryIn(Value.Fields units, boolean isText) {
    return new FileEntry(
        units.text(OpaqueFile.SHA256),
        units.at(OpaqueFile.SIZE).asLong(),
        isText,
        units.find(EXECUTABLE).isPresent());
  }
}
