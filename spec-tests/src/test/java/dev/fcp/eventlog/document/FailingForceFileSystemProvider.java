package dev.fcp.eventlog.document;

import dev.fcp.spec.document.ForwardingFileSystemProvider;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The real disk with one fault: if a test asks for it, the next force of a written file fails. What
 * was written before is on the disk.
 */
final class FailingForceFileSystemProvider extends ForwardingFileSystemProvider {

  private final List<String> failed = new ArrayList<>();
  private boolean fails;

  /** Makes the next force of a written file fail. */
  void failNextForce() {
    fails = true;
  }

  /** The names of the files whose force failed. */
  List<String> failed() {
    return List.copyOf(failed);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    FileChannel channel = super.newFileChannel(path, options, attributes);
    return new FailingForceChannel(
        channel,
        () -> {
          if (fails) {
            fails = false;
            failed.add(path.getFileName().toString());
            throw new IOException("Input/output error");
          }
        });
  }
}
