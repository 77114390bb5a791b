package dev.fcp.spec.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.journal.Archive;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives in folders of the machine. */
@Clause("AR-1")
class FolderArchiveTest extends ArchiveContract {

  private static final byte[] CONTENT = "content".getBytes(StandardCharsets.US_ASCII);
  private static final String SHA256 = Hashing.sha256().hashBytes(CONTENT).toString();

  @TempDir private Path parent;

  @Override
  protected Archive open() throws IOException {
    return FolderArchive.create(Disk.system(), parent.resolve("deep/cold"));
  }

  @Test
  void a_folder_is_an_archive_only_after_it_was_made_one() {
    FolderArchive none = new FolderArchive(Disk.system(), parent);
    assertThatThrownBy(() -> none.put("a", SHA256, CONTENT))
        .isInstanceOf(IOException.class)
        .hasMessage("there is no archive in " + parent);
    assertThatThrownBy(none::list).hasMessage("there is no archive in " + parent);
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void a_name_cannot_lead_elsewhere() throws IOException {
    Archive archive = open();
    for (String name : new String[] {"../a", "a/b", ".a", "", "a.tmp", "a".repeat(129)}) {
      assertThatThrownBy(() -> archive.put(name, SHA256, CONTENT))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void other_files_in_the_folder_are_no_objects() throws IOException {
    Archive archive = open();
    Files.writeString(parent.resolve("deep/cold/a.tmp"), "torn");
    assertThat(archive.list()).isEmpty();
    assertThat(parent.resolve("deep/cold/.gitignore")).hasContent("*\n");
  }

  @Test
  @Clause("AR-5")
  void after_a_power_cut_at_any_call_an_object_is_there_or_not_and_can_be_stored_again()
      throws IOException {
    Path folder = Path.of("/cold");
    CrashingDisk whole = new CrashingDisk();
    FolderArchive.create(whole, folder).put("a", SHA256, CONTENT);
    for (long call = 1; call <= whole.callCount() + 1; call++) {
      CrashingDisk disk = new CrashingDisk();
      disk.cutPowerAt(call);
      boolean isStored = true;
      try {
        FolderArchive.create(disk, folder).put("a", SHA256, CONTENT);
      } catch (IOException e) {
        isStored = false;
      }
      for (int seed = 0; seed < 8; seed++) {
        CrashingDisk after = disk.afterPowerCut(new SplittableRandom(seed));
        FolderArchive archive = FolderArchive.create(after, folder);
        if (isStored || archive.get("a").isPresent()) {
          assertThat(archive.get("a")).as("call %d", call).hasValue(CONTENT);
        }
        archive.put("a", SHA256, CONTENT);
        assertThat(archive.get("a")).hasValue(CONTENT);
      }
    }
  }
}
