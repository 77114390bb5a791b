package dev.fcp.eventlog.domain;

/** A domain whose documents may also be folders of files. */
public interface FolderDomain<M, E> extends Domain<M, E> {

  /**
   * The same domain for one document, whose models and snapshots refer to contents of this store.
   * Its {@link #format} is that of the manifests of folders, the default.
   */
  FolderDomain<M, E> withContents(ContentStore contents);

  /** The format of folders. */
  FolderFormat<M> folderFormat();

  @Override
  default DocumentFormat<M> format() {
    return new ManifestFormat<>(folderFormat());
  }
}
