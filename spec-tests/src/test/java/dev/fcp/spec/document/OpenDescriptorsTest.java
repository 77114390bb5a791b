package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.fcp.eventlog.document.Document;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many files a process keeps open for its documents. */
class OpenDescriptorsTest {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final int DOCUMENTS = 200;
  private static final int SHARED = 32;

  @TempDir private Path folder;

  @Test
  @Clause("JN-20")
  void an_open_document_holds_its_lock_file_and_shares_the_others() throws IOException {
    assumeThat(Files.isDirectory(DESCRIPTORS)).as("the system lists open files").isTrue();
    CounterDocuments documents = CounterDocuments.openIn(folder);
    List<Document<Counter, CounterEvent>> open = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      Path file = Files.writeString(folder.resolve(i + ".counter"), "7\n");
      open.add(documents.open(file));
    }
    for (int round = 1; round <= 2; round++) {
      open.forEach(document -> CounterDocuments.add(document, 1));
      Map<String, Integer> files = openFiles();
      assertThat(files.remove("lock")).isEqualTo(DOCUMENTS);
      assertThat(files.values().stream().mapToInt(Integer::intValue).sum()).isBetween(1, SHARED);
    }
    open.forEach(Document::close);
    assertThat(openFiles()).isEmpty();
    assertThat(documents.open(folder.resolve("0.counter")).session().model().value()).isEqualTo(9);
  }

  /** The number of descriptors of the files below the folder, by the names of the files. */
  private Map<String, Integer> openFiles() throws IOException {
    Map<String, Integer> found = new HashMap<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path descriptor : descriptors) {
        Path file = target(descriptor);
        if (file.startsWith(folder.toRealPath())) {
          found.merge(String.valueOf(file.getFileName()), 1, Integer::sum);
        }
      }
    }
    return found;
  }

  private static Path target(Path descriptor) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (NoSuchFileException e) {
      // It belonged to the listing itself and has been closed since.
      return descriptor;
    }
  }
}
