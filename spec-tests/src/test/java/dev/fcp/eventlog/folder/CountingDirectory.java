package dev.fcp.eventlog.folder;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A directory on disk that notes which entries were asked for their attributes, and read. */
record CountingDirectory(Directory directory, String prefix, Calls calls) implements Directory {

  /** The calls, by path; and what happens before one. */
  static final class Calls {

    final List<String> stats = new ArrayList<>();
    final List<String> reads = new ArrayList<>();
    Hook before = (call, path) -> {};

    Directory open(Path root) throws IOException {
      return new CountingDirectory(DiskDirectory.at(root), "", this);
    }

    void clear() {
      stats.clear();
      reads.clear();
    }
  }

  /** What happens before a call. */
  @FunctionalInterface
  interface Hook {
    void before(String call, String path) throws IOException;
  }

  @Override
  public List<Path> names() throws IOException {
    calls.before.before("names", prefix);
    return directory.names();
  }

  @Override
  public Optional<FileStat> stat(Path name) throws IOException {
    calls.stats.add(prefix + name);
    calls.before.before("stat", prefix + name);
    return directory.stat(name);
  }

  @Override
  public Directory open(Path name) throws IOException {
    calls.before.before("open", prefix + name);
    return new CountingDirectory(directory.open(name), prefix + name + "/", calls);
  }

  @Override
  public SeekableByteChannel read(Path name) throws IOException {
    calls.reads.add(prefix + name);
    calls.before.before("read", prefix + name);
    return directory.read(name);
  }

  @Override
  public void move(Path name, Directory to, Path newName) throws IOException {
    calls.before.before("move", prefix + name);
    directory.move(name, ((CountingDirectory) to).directory, newName);
  }

  @Override
  public void deleteFile(Path name) throws IOException {
    calls.before.before("delete", prefix + name);
    directory.deleteFile(name);
  }

  @Override
  public void deleteDirectory(Path name) throws IOException {
    calls.before.before("delete", prefix + name);
    directory.deleteDirectory(name);
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
