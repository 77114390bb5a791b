package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Commands on archived histories, on states whose steps were pruned, and on write-protected files.
 */
class ArchivedHistoryCommandsTest {

  @TempDir Path temporary;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_fixture() throws IOException {
    fixture = new CommandLineFixture(Files.createDirectory(temporary.resolve("folder")));
    fixture.add(SampleDocument.DIAGRAM).add(SampleDocument.SONG);
  }

  private byte[] editTwice(SampleDocument sample) {
    fixture.run("run", sample.file(), sample.operation(0));
    fixture.run("run", sample.file(), sample.operation(1), sample.operation(2));
    return fixture.bytes(sample.file());
  }

  private void assertUndoRestoresOriginal(SampleDocument sample) {
    assertThat(fixture.run("verify", sample.file())).contains("all digests match");
    fixture.run("undo", sample.file(), "99");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  private String digest(String... query) {
    return fixture
        .run(query)
        .lines()
        .filter(line -> line.startsWith("digest: "))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void an_archived_history_is_listed_and_restored(SampleDocument sample) {
    byte[] last = editTwice(sample);
    String fresh = fixture.run("adopt", sample.file(), "--fresh");
    assertThat(fresh).contains("! the previous history of ./%s is kept".formatted(sample.file()));
    String list = fixture.run("adopt", sample.file(), "--former", "list");
    assertThat(list).contains("! 1 replaced ", ", 3 steps, the last ").doesNotContain("! 2 ");
    assertThat(CommandLineFixture.suggestions(fresh))
        .isEqualTo(CommandLineFixture.suggestions(list))
        .hasSize(1);
    assertThat(fixture.runLine(CommandLineFixture.suggestions(list).get(0)))
        .contains("operations: 3");
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertUndoRestoresOriginal(sample);
    assertThat(fixture.run("adopt", sample.file(), "--former", "list"))
        .contains("! 1 ", "0 steps\n");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_new_file_that_replaces_a_lost_one_says_how_to_restore_it(SampleDocument sample)
      throws IOException {
    byte[] last = editTwice(sample);
    Files.delete(fixture.path(sample.file()));
    String made = fixture.run("run", "--new", sample.file(), "title Other");
    assertThat(made).contains("! the previous history of ./%s is kept".formatted(sample.file()));
    fixture.runLine(CommandLineFixture.suggestions(made).get(0));
    fixture.run("save", sample.file(), "--over");
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertUndoRestoresOriginal(sample);
  }

  @Test
  void a_new_file_that_replaces_no_history_mentions_none() {
    assertThat(fixture.run("run", "--new", "a.drawio", "title A")).doesNotContain("history");
  }

  @Test
  void an_archived_history_that_does_not_exist_is_refused() {
    String file = SampleDocument.DIAGRAM.file();
    assertThat(fixture.runRefused("adopt", file, "--former", "1"))
        .contains("has no former history");
    assertThat(fixture.run("adopt", file, "--former", "list")).contains("has no former history");
    editTwice(SampleDocument.DIAGRAM);
    fixture.run("adopt", file, "--fresh");
    assertThat(fixture.runRefused("adopt", file, "--former", "2"))
        .contains("the number of a history 2 must be between 1 and 1");
    assertThat(fixture.runRefused("adopt", file, "--former", "x"))
        .contains("is not a whole number");
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void the_state_of_a_checkpoint_whose_steps_were_pruned_is_shown_and_restored(
      SampleDocument sample) {
    String file = sample.file();
    fixture.run("run", file, sample.operation(0));
    fixture.run("checkpoint", file, "first one");
    String digest = digest("query", file, "status");
    String stats = fixture.run("query", file, "stats");
    fixture.run("run", file, sample.operation(1), sample.operation(2));
    String last = digest("query", file, "status");
    fixture.run("retain", file, "--steps", "1", "--above", "0", "--age", "0m", "--yes");
    assertThat(fixture.runRefused("undo", file, "--to", "first one"))
        .contains("lies before the oldest step that can be undone")
        .contains("  try: fcp revert " + file + " --to 'first one'\n");
    assertThat(fixture.run("query", file, "--at", "first one", "stats")).isEqualTo(stats);
    assertThat(digest("query", file, "status")).isEqualTo(last);
    assertThat(fixture.run("revert", file, "--to", "first one")).contains("reverted to checkpoint");
    assertThat(digest("query", file, "status")).isEqualTo(digest);
    assertThat(fixture.run("query", file, "status")).contains("saved: yes");
    fixture.run("undo", file);
    assertThat(digest("query", file, "status")).isEqualTo(last);
  }

  @Test
  void a_missing_checkpoint_is_refused() {
    String file = SampleDocument.DIAGRAM.file();
    editTwice(SampleDocument.DIAGRAM);
    assertThat(fixture.runRefused("query", file, "--at", "nothing", "map"))
        .contains("no state is kept for checkpoint nothing");
    assertThat(fixture.runRefused("revert", file, "--to", "nothing"))
        .contains("unknown checkpoint");
    fixture.run("checkpoint", file, "good");
    assertThat(fixture.run("revert", file, "--to", "good")).contains("as it was at checkpoint");
  }

  @Test
  void commands_that_would_change_a_write_protected_file_are_refused() throws IOException {
    Path path = fixture.path(SampleDocument.DIAGRAM.file());
    byte[] last = editTwice(SampleDocument.DIAGRAM);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r--r--r--"));
    for (String[] command :
        new String[][] {{"undo", "shop.drawio"}, {"run", "shop.drawio", "add box B"}}) {
      assertThat(fixture.runRefused(command)).contains("is write-protected; nothing was done");
    }
    fixture.run("undo", "shop.drawio", "3", "--no-save");
    assertThat(fixture.runRefused("save", "shop.drawio"))
        .contains("is write-protected", "  try: fcp save shop.drawio --over\n");
    assertThat(fixture.bytes("shop.drawio")).isEqualTo(last);
    fixture.run("save", "shop.drawio", "--over");
    assertThat(fixture.bytes("shop.drawio")).isEqualTo(SampleDocument.DIAGRAM.bytes());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("r--r--r--");
  }

  @Test
  void a_read_only_history_can_only_be_viewed() throws IOException {
    editTwice(SampleDocument.DIAGRAM);
    withReadOnlyFolders(
        List.of(fixture.path(".fcp/shop.drawio")),
        () -> {
          assertThat(fixture.run("log", "shop.drawio")).contains("the history is read-only", "3 ");
          assertThat(fixture.run("verify", "shop.drawio")).contains("all digests match");
          fixture.run("query", "shop.drawio", "map");
          assertThat(fixture.runRefused(ExitCode.BROKEN, "undo", "shop.drawio"))
              .contains("it can only be read: nothing can be written in", "another folder");
        });
  }

  @Test
  void commands_are_refused_if_only_the_history_can_be_written() throws IOException {
    editTwice(SampleDocument.DIAGRAM);
    withReadOnlyFolders(
        List.of(fixture.path(".")),
        () -> {
          assertThat(fixture.run("log", "shop.drawio")).contains("3 ");
          assertThat(fixture.runRefused("undo", "shop.drawio"))
              .contains("the folder of shop.drawio is read-only; nothing was done");
          assertThat(fixture.runRefused("run", "shop.drawio", "add box Till"))
              .contains("the folder of shop.drawio is read-only; nothing was done");
          assertThat(fixture.runRefused("save", "shop.drawio"))
              .contains("nothing can be written in");
        });
  }

  /** Runs {@code body} while the user cannot write to some folders; skips the test for root. */
  private static void withReadOnlyFolders(List<Path> folders, Runnable body) throws IOException {
    assumeFalse("root".equals(System.getProperty("user.name")), "root ignores file permissions");
    try {
      for (Path folder : folders) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-x---"));
      }
      body.run();
    } finally {
      for (Path folder : folders) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
      }
    }
  }
}
