package dev.fcp.spec.journal;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The files left by a power cut. Two states are equal if they have the same names and bytes. */
public final class CrashState {

  private final Map<Path, FileContent> files;

  CrashState(Map<Path, FileContent> files) {
    this.files = new TreeMap<>(files);
  }

  /** Returns a disk with these files. */
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

  /** Returns the names with their sizes in bytes. */
  @Override
  public String toString() {
    Map<Path, Integer> sizes = new TreeMap<>();
    files.forEach((name, content) -> sizes.put(name, content.sizeBytes()));
    return sizes.toString();
  }
}
