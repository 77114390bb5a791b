package dev.fcp.eventlog.domain;

import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads and writes models as folders of files, lossless in both directions: {@code
 * manifest(read(f))} equals {@code f}, and {@link #bytes} are those of the files.
 *
 * @param <M> the model
 */
public interface FolderFormat<M> {

  /**
   * The model of a folder. The bytes of its files are read from the {@link ContentStore} of the
   * domain, at the latest when they are needed.
   *
   * @throws IllegalArgumentException if a path is not valid, or if a file lies below another one
   */
  M read(FolderManifest folder);

  /**
   * The model of the folder of a model after some files were created, replaced or deleted. The cost
   * follows these files.
   *
   * @param changes the new content by path; empty for a deleted file
   * @throws IllegalArgumentException as for {@link #read}
   */
  M withFiles(M model, Map<String, Optional<FileBytes>> changes);

  /** The files of the folder of a model. */
  FolderManifest manifest(M model);

  /** The file at a path in the folder of a model, if there is one. */
  Optional<FileEntry> entry(M model, String path);

  /**
   * The bytes of the file at a path in the folder of a model; may read the {@link ContentStore}.
   *
   * @throws IllegalArgumentException if there is no such file
   */
  byte[] bytes(M model, String path);

  /** The paths at which the folders of two models differ. The cost follows the difference. */
  Set<String> changedPaths(M from, M to);

  /**
   * Whether the model of a folder contains the bytes of a file, once that file was replaced or
   * created by {@link #withFiles}. If not, the bytes must be in the {@link ContentStore}.
   */
  boolean containsBytesOf(FileEntry file);

  /**
   * The content of a file.
   *
   * @param bytes not copied; must not be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // Not copied, because a file can be large.
  record FileBytes(byte[] bytes, FileEntry entry) {}
}
