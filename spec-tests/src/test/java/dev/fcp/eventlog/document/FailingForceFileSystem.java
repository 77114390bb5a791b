package dev.fcp.eventlog.document;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Set;

/** The real file system under another provider. */
final class FailingForceFileSystem extends FileSystem {

  private final FileSystem real = FileSystems.getDefault();
  private final FailingForceFileSystemProvider disk;

  FailingForceFileSystem(FailingForceFileSystemProvider disk) {
    this.disk = disk;
  }

  @Override
  public FileSystemProvider provider() {
    return disk;
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException("the real disk stays open");
  }

  @Override
  public boolean isOpen() {
    return real.isOpen();
  }

  @Override
  public boolean isReadOnly() {
    return real.isReadOnly();
  }

  @Override
  public String getSeparator() {
    return real.getSeparator();
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return real.getRootDirectories();
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return real.getFileStores();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return real.supportedFileAttributeViews();
  }

  @Override
  public Path getPath(String first, String... more) {
    return disk.path(real.getPath(first, more));
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    return real.getPathMatcher(pattern);
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    return real.getUserPrincipalLookupService();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException("nothing is watched");
  }
}
