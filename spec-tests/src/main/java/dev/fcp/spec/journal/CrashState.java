package dev.fcp.spec.journal;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The files that a power cut left. Equal to another one that left the same names and bytes. */
public final class CrashState {

  private final Map<Path, FileContent> files;

  CrashState(Map<Path, FileContent> files) {
    this.files = new TreeMap<>(files);
  }

  /** A disk with these files. */
  public CrashingDisk disk() {
    CrashingDisk disk = new CrashingDisk();
    files.forEach((name, content) -> disk.put(name, content.bytes()));
    return disk;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CrashState state && files.equals(state.files);
  }

  @Override
  public int hashCode() {
    return Objects.hash(files);
  }

  /** The names with their sizes in bytes. */
  @Override
  public String toString() {
    Map<Path, Integer> sizes = new TreeMap<>();
    files.forEach((name, content) -> sizes.put(name, content.sizeBytes()));
    return sizes.toString();
  }
}
