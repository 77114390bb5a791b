package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.Source;
import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sources are stored before the records that name them, and deleted after those. */
@Clause("JN-9")
class SourceFilesTest {

  private static final Path FOLDER = Path.of("/home/ann/.fcp/a.counter");
  private static final Source TEXT = Source.of(new byte[] {'7'});
  private static final Source OTHER = Source.of(new byte[] {'8'});

  private final CrashingDisk disk = new CrashingDisk();

  @Test
  void a_source_whose_force_failed_is_durable_when_it_is_kept_again() throws IOException {
    FailingDisk failing = new FailingDisk(disk, call -> call.kind() == Kind.FORCE_FOLDER);
    SourceFiles texts = new SourceFiles(new JournalFolder(failing, FOLDER));
    assertThatThrownBy(() -> texts.keep(TEXT)).isInstanceOf(IOException.class);
    JournalFolder folder = new JournalFolder(disk, FOLDER);
    new SourceFiles(folder).keep(TEXT);
    for (int seed = 0; seed < 20; seed++) {
      CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(seed));
      assertThat(new SourceFiles(new JournalFolder(crashed, FOLDER)).find(TEXT.id()))
          .contains(TEXT);
    }
  }

  @Test
  void a_malformed_id_or_one_with_other_bytes_is_not_found() throws IOException {
    SourceFiles texts = new SourceFiles(new JournalFolder(disk, FOLDER));
    texts.keep(TEXT);
    assertThat(texts.find(TEXT.id())).contains(TEXT);
    assertThat(texts.find(OTHER.id())).isEmpty();
    assertThat(texts.find("../" + TEXT.id())).isEmpty();
    disk.put(FOLDER.resolve(OTHER.id() + ".source"), TEXT.bytes());
    assertThat(texts.find(OTHER.id())).isEmpty();
  }
}
