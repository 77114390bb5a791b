package dev.fcp.spec.document;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/**
 * The real disk under another provider. A test extends it to see the calls, or to make one fail.
 */
public class ForwardingFileSystemProvider extends FileSystemProvider {

  private final FileSystemProvider real = FileSystems.getDefault().provider();
  private final FileSystem fileSystem = new ForwardedFileSystem();

  /** A path of this disk. */
  public final Path path(Path path) {
    return (Path)
        Proxy.newProxyInstance(
            Path.class.getClassLoader(), new Class<?>[] {Path.class}, new OnDisk(path, this));
  }

  /** Forwards to a real path, and wraps the resulting paths as paths of this disk. */
  private record OnDisk(Path real, ForwardingFileSystemProvider disk)
      implements java.lang.reflect.InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("getFileSystem")) {
        return disk.fileSystem;
      }
      Object[] unwrapped =
          arguments == null
              ? null
              : Arrays.stream(arguments).map(ForwardingFileSystemProvider::real).toArray();
      try {
        Object result = method.invoke(real, unwrapped);
        return result instanceof Path path ? disk.path(path) : result;
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private static Object real(Object argument) {
    return argument instanceof Path path ? realPath(path) : argument;
  }

  private static Path realPath(Path path) {
    return Proxy.isProxyClass(path.getClass())
        ? ((OnDisk) Proxy.getInvocationHandler(path)).real()
        : path;
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return real.newFileChannel(realPath(path), options, attributes);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return real.newByteChannel(realPath(path), options, attributes);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    real.move(realPath(source), realPath(target), options);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    real.copy(realPath(source), realPath(target), options);
  }

  @Override
  public void delete(Path path) throws IOException {
    real.delete(realPath(path));
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    real.createDirectory(realPath(folder), attributes);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    return real.newDirectoryStream(realPath(folder), filter);
  }

  @Override
  public Path readSymbolicLink(Path link) throws IOException {
    return path(real.readSymbolicLink(realPath(link)));
  }

  @Override
  public boolean isSameFile(Path one, Path other) throws IOException {
    return real.isSameFile(realPath(one), realPath(other));
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return real.isHidden(realPath(path));
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return real.getFileStore(realPath(path));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    real.checkAccess(realPath(path), modes);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return real.getFileAttributeView(realPath(path), type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return real.readAttributes(realPath(path), type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return real.readAttributes(realPath(path), attributes, options);
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
      throws IOException {
    real.setAttribute(realPath(path), attribute, value, options);
  }

  @Override
  public String getScheme() {
    return "forwarded";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
    throw new UnsupportedOperationException("there is one: " + uri);
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return fileSystem;
  }

  @Override
  public Path getPath(URI uri) {
    return path(Path.of(uri));
  }

  private final class ForwardedFileSystem extends FileSystem {
    private final FileSystem real = FileSystems.getDefault();

    @Override
    public FileSystemProvider provider() {
      return ForwardingFileSystemProvider.this;
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
      return path(real.getPath(first, more));
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
}
