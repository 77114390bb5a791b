package dev.fcp.eventlog.document;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file channel with a hook before each force. */
final class FailingForceChannel extends FileChannel {

  /** What happens instead of a force, if it throws. */
  interface Force {
    void attempt() throws IOException;
  }

  private final FileChannel real;
  private final Force force;

  FailingForceChannel(FileChannel real, Force force) {
    this.real = real;
    this.force = force;
  }

  @Override
  public void force(boolean metaData) throws IOException {
    force.attempt();
    real.force(metaData);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    real.close();
  }

  @Override
  public int read(ByteBuffer bytes) throws IOException {
    return real.read(bytes);
  }

  @Override
  public long read(ByteBuffer[] bytes, int offset, int length) throws IOException {
    return real.read(bytes, offset, length);
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    return real.write(bytes);
  }

  @Override
  public long write(ByteBuffer[] bytes, int offset, int length) throws IOException {
    return real.write(bytes, offset, length);
  }

  @Override
  public long position() throws IOException {
    return real.position();
  }

  @Override
  public FileChannel position(long position) throws IOException {
    real.position(position);
    return this;
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    real.truncate(size);
    return this;
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    return real.transferTo(position, count, target);
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count)
      throws IOException {
    return real.transferFrom(source, position, count);
  }

  @Override
  public int read(ByteBuffer bytes, long position) throws IOException {
    return real.read(bytes, position);
  }

  @Override
  public int write(ByteBuffer bytes, long position) throws IOException {
    return real.write(bytes, position);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
    return real.map(mode, position, size);
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    return real.lock(position, size, shared);
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    return real.tryLock(position, size, shared);
  }
}
