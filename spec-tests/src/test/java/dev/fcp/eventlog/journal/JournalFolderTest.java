package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.fcp.spec.Clause;
import dev.fcp.spec.journal.CrashingDisk;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.spec.journal.FailingDisk.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The names in the folder of a journal: which count, and which are free. */
@Clause("JN-16")
class JournalFolderTest {

  private static final Path FOLDER = Path.of("/home/ann/.fcp/a.counter");

  private final CrashingDisk disk = new CrashingDisk();
  private final JournalFolder folder = new JournalFolder(disk, FOLDER);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void put(String... names) {
    for (String name : names) {
      disk.put(FOLDER.resolve(name), bytes("x"));
    }
  }

  @Test
  void a_folder_with_a_numbered_file_is_a_journal_unless_it_is_unfinished() throws IOException {
    assertThat(folder.holdsJournal()).isFalse();
    put("lock", "1.jsonl", "notes.jsonl", "ab.source", "000000000001.jsonl.aside");
    assertThat(folder.holdsJournal()).isFalse();
    put("000000000004.snapshot");
    assertThat(folder.holdsJournal()).isTrue();
    put("unfinished");
    assertThat(folder.holdsJournal()).isFalse();
    assertThat(folder.isUnfinished()).isTrue();
    disk.delete(FOLDER.resolve("unfinished"));
    disk.delete(FOLDER.resolve("000000000004.snapshot"));
    put("000000000001.jsonl");
    assertThat(folder.holdsJournal()).isTrue();
  }

  @Test
  @Clause("JN-18")
  void temporary_files_are_not_content() throws IOException {
    put("lock", "owner", "unfinished", "a.tmp", "000000000001.jsonl", "ab.source", "b.aside");
    assertThat(folder.content()).containsExactly("000000000001.jsonl", "ab.source", "b.aside");
  }

  @Test
  @Clause("JN-10")
  void setting_a_file_aside_overwrites_no_other() throws IOException {
    Path segment = folder.segment(7);
    assertThat(folder.aside(segment, 0)).isEqualTo(FOLDER.resolve("000000000007.jsonl.aside"));
    put("000000000007.jsonl.12.aside");
    assertThat(folder.aside(segment, 12))
        .isEqualTo(FOLDER.resolve("000000000007.jsonl.12-2.aside"));
    put("000000000007.jsonl.12-2.aside");
    assertThat(folder.aside(segment, 12))
        .isEqualTo(FOLDER.resolve("000000000007.jsonl.12-3.aside"));
  }

  @Test
  @Clause("JN-19")
  void it_is_writable_if_the_folder_and_each_file_are() throws IOException {
    put("000000000001.jsonl", "lock");
    for (int refused = 0; refused <= 3; refused++) {
      int[] callCount = {0};
      int number = refused;
      FailingDisk refusing =
          new FailingDisk(
              disk, call -> call.kind() == Kind.IS_WRITABLE && callCount[0]++ == number);
      assertThat(new JournalFolder(refusing, FOLDER).isWritable()).isEqualTo(refused == 3);
    }
  }

  @Test
  @Clause("JN-9")
  void a_file_is_replaced_atomically_and_durably() throws IOException {
    Path file = FOLDER.resolve("owner");
    disk.put(FOLDER.resolve("owner.tmp"), bytes("a longer one of another time"));
    folder.replace(file, bytes("new"));
    assertThat(folder.read(file)).isEqualTo(bytes("new"));
    for (int seed = 0; seed < 20; seed++) {
      CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(seed));
      assertThat(crashed.files()).containsOnlyKeys(file);
      assertThat(crashed.files().get(file)).isEqualTo(bytes("new"));
    }
    assertThat(disk.openFiles()).isEmpty();
  }

  /** The paths of all calls of a kind. */
  private FailingDisk noting(Kind kind, List<Path> paths) {
    return FailingDisk.observed(
        disk,
        call -> {
          if (call.kind() == kind) {
            paths.add(call.path());
          }
        });
  }

  @Test
  @Clause("JN-9")
  void creating_or_deleting_a_folder_is_durable() throws IOException {
    List<Path> forced = new ArrayList<>();
    JournalFolder noted = new JournalFolder(noting(Kind.FORCE_FOLDER, forced), FOLDER);
    noted.create();
    assertThat(forced).containsExactly(Path.of("/home/ann"), Path.of("/home/ann/.fcp"));
    forced.clear();
    noted.create();
    noted.deleteIfEmpty();
    assertThat(forced).containsExactly(Path.of("/home/ann/.fcp"), Path.of("/home/ann/.fcp"));
  }

  @Test
  @Clause("JN-9")
  void a_finished_folder_is_a_journal_after_a_crash() throws IOException {
    folder.begin();
    put("000000000001.jsonl");
    folder.finish();
    for (int seed = 0; seed < 20; seed++) {
      CrashingDisk crashed = disk.afterPowerCut(new SplittableRandom(seed));
      assertThat(new JournalFolder(crashed, FOLDER).holdsJournal()).isTrue();
    }
  }

  @Test
  @Clause("JN-9")
  void a_folder_unfinished_at_a_power_cut_is_ignored() throws IOException {
    for (long call = 1; call <= 3; call++) {
      for (int seed = 0; seed < 20; seed++) {
        CrashingDisk own = new CrashingDisk();
        JournalFolder filled = new JournalFolder(own, FOLDER);
        filled.begin();
        own.open(FOLDER.resolve("000000000001.jsonl")).close();
        own.open(FOLDER.resolve("000000000004.jsonl")).close();
        own.cutPowerAt(call);
        assertThatIOException().isThrownBy(filled::finish);
        JournalFolder recovered =
            new JournalFolder(own.afterPowerCut(new SplittableRandom(seed)), FOLDER);
        assertThat(recovered.isUnfinished() || recovered.segments().equals(List.of(1L, 4L)))
            .isTrue();
      }
    }
  }

  @Test
  void a_partly_cleared_folder_is_ignored() throws IOException {
    put("000000000001.jsonl", "000000000004.jsonl");
    int[] deleted = {0};
    FailingDisk failing =
        new FailingDisk(disk, call -> call.kind() == Kind.DELETE && deleted[0]++ == 1);
    assertThatIOException().isThrownBy(new JournalFolder(failing, FOLDER)::clear);
    assertThat(folder.segments()).hasSize(1);
    assertThat(folder.holdsJournal()).isFalse();
    folder.clear();
    assertThat(disk.files()).isEmpty();
  }

  @Test
  void only_an_empty_folder_is_deleted() throws IOException {
    List<Path> deleted = new ArrayList<>();
    JournalFolder noted = new JournalFolder(noting(Kind.DELETE, deleted), FOLDER);
    put("notes");
    noted.deleteIfEmpty();
    assertThat(deleted).isEmpty();
    disk.delete(FOLDER.resolve("notes"));
    noted.deleteIfEmpty();
    assertThat(deleted).containsExactly(FOLDER);
  }
}
