package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are not where or what they were when a command comes back to them. */
class FoundFilesProgramTest {

  @TempDir Path temporary;
  private Workbench bench;

  @BeforeEach
  void lay_out() throws IOException {
    bench = new Workbench(Files.createDirectory(temporary.resolve("folder")));
    bench.with(Sample.DIAGRAM).with(Sample.SONG);
  }

  private byte[] edited(Sample sample) {
    bench.done("run", sample.file(), sample.operation(0));
    bench.done("run", sample.file(), sample.operation(1), sample.operation(2));
    return bench.bytes(sample.file());
  }

  private void assertHistoryEndsAtTheFirstBytes(Sample sample, String file) {
    assertThat(bench.done("verify", file)).contains("each with the digest that was recorded");
    bench.done("undo", file, "99");
    assertThat(bench.bytes(file)).isEqualTo(sample.bytes());
  }

  private static String suggestion(String text) {
    return Workbench.suggestions(text).get(0);
  }

  @Test
  void a_new_file_that_cannot_be_written_leaves_nothing() throws IOException {
    Files.createSymbolicLink(bench.path("round.drawio"), Path.of("round.drawio"));
    assertThat(bench.refused(ExitCode.BROKEN, "run", "--new", "round.drawio"))
        .matches("! round.drawio cannot be saved: .*leads in a circle; nothing was made\n");
    assertThat(bench.names(".fcp")).doesNotContain("round.drawio");
    assertThat(bench.names(".fcp/.drafts")).containsExactly(".gitignore");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_moved_file_takes_its_history_along_when_told(Sample sample) throws IOException {
    edited(sample);
    String moved = "moved to-" + sample.file();
    Files.move(bench.path(sample.file()), bench.path(moved));
    for (String command :
        new String[] {"undo", "redo", "log", "branches", "verify", "revert", "save"}) {
      assertThat(bench.refused(command, moved))
          .contains("it has no history, and that of %s, which is gone".formatted(sample.file()));
    }
    assertThat(bench.refused("run", moved, sample.operation(0))).contains("  try: fcp adopt ");
    assertThat(bench.typed(suggestion(bench.refused("log", moved)))).contains("operations: 3");
    assertHistoryEndsAtTheFirstBytes(sample, moved);
    assertThat(bench.refused("log", sample.file())).contains("there is no file");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_copied_file_begins_a_history_of_its_own(Sample sample) throws IOException {
    byte[] last = edited(sample);
    String copy = "copy-" + sample.file();
    Files.copy(bench.path(sample.file()), bench.path(copy));
    assertThat(bench.done("history", copy)).isEqualTo("0 the beginning [saved]\n");
    bench.done("adopt", copy, "--history-of", sample.file());
    assertHistoryEndsAtTheFirstBytes(sample, copy);
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertThat(bench.done("history", sample.file())).doesNotContain("undone");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_deleted_file_is_written_again_from_its_history(Sample sample) throws IOException {
    byte[] last = edited(sample);
    Files.delete(bench.path(sample.file()));
    for (String command :
        new String[] {"undo", "redo", "log", "branches", "verify", "revert", "save"}) {
      assertThat(bench.refused(command, sample.file()))
          .contains("there is no such file any more, but its history is kept");
    }
    bench.typed(suggestion(bench.refused("run", sample.file(), sample.operation(0))));
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertHistoryEndsAtTheFirstBytes(sample, sample.file());
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void another_document_in_the_place_of_one_is_asked_about(Sample sample) {
    edited(sample);
    byte[] other = replaced(sample);
    String asked = bench.done("history", sample.file());
    assertThat(asked).contains("hardly anything in it is as it was", "! that version is kept");
    for (String command : new String[] {"undo", "redo"}) {
      assertThat(bench.refused(command, sample.file())).endsWith("! so nothing was done\n");
    }
    assertThat(bench.refused("run", sample.file(), sample.operation(0)))
        .contains("  try: fcp revert " + sample.file() + "\n", "! so nothing was done\n");
    assertThat(bench.refused("save", sample.file())).contains("holds another version");
    assertThat(bench.bytes(sample.file())).isEqualTo(other);
    assertThat(bench.done("query", sample.file(), "status"))
        .contains("saved: no, the file holds another version; try: revert");
    bench.typed(suggestion(asked));
    assertThat(bench.done("history", sample.file())).startsWith("4 ").contains("revert [saved]");
    assertHistoryEndsAtTheFirstBytes(sample, sample.file());
  }

  private byte[] replaced(Sample sample) {
    bench.done("run", "--new", "other-" + sample.file(), "title Other");
    byte[] other = bench.bytes("other-" + sample.file());
    bench.write(sample.file(), other);
    return other;
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void another_document_begins_anew_when_told_and_the_former_history_is_kept(Sample sample) {
    edited(sample);
    byte[] other = replaced(sample);
    assertThat(bench.done("adopt", sample.file(), "--fresh")).contains("saved: yes");
    assertThat(bench.done("history", sample.file())).isEqualTo("0 the beginning [saved]\n");
    assertThat(bench.bytes(sample.file())).isEqualTo(other);
    assertThat(bench.names(".fcp/.former"))
        .hasSize(2)
        .anyMatch(name -> name.endsWith("-" + sample.file()));
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void steps_can_be_made_though_another_document_stands_there(Sample sample) {
    edited(sample);
    byte[] other = replaced(sample);
    bench.done("undo", sample.file(), "--no-save");
    bench.done("save", sample.file(), "--as", "kept-" + sample.file());
    assertThat(bench.bytes(sample.file())).isEqualTo(other);
    assertHistoryEndsAtTheFirstBytes(sample, "kept-" + sample.file());
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_damaged_file_is_written_again_from_its_history(Sample sample) {
    byte[] last = edited(sample);
    byte[] damaged = Arrays.copyOf(last, last.length / 2);
    bench.write(sample.file(), damaged);
    String asked = bench.done("history", sample.file());
    assertThat(asked).contains("holds another version: it cannot be read at byte ");
    for (String command : new String[] {"undo", "redo", "revert", "save"}) {
      assertThat(bench.refused(command, sample.file())).contains("cannot be read at byte ");
    }
    assertThat(bench.refused("run", sample.file(), sample.operation(0)))
        .contains("nothing was done");
    assertThat(bench.refused("adopt", sample.file(), "--fresh"))
        .contains("  try: fcp adopt " + sample.file() + " --restore\n");
    assertThat(bench.bytes(sample.file())).isEqualTo(damaged);
    bench.typed(suggestion(asked));
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertHistoryEndsAtTheFirstBytes(sample, sample.file());
  }

  @Test
  void what_is_readable_of_a_damaged_file_can_be_taken_over_instead() {
    byte[] last = edited(Sample.SONG);
    bench.write(Sample.SONG.file(), Arrays.copyOf(last, 900));
    assertThat(bench.done("repair", Sample.SONG.file())).contains("! saved ./harbour.mid, ");
    assertThat(bench.done("history", Sample.SONG.file())).startsWith("4 repair ");
    bench.done("undo", Sample.SONG.file());
    assertThat(bench.bytes(Sample.SONG.file())).isEqualTo(last);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void what_another_program_saved_is_a_step_of_its_own(Sample sample) throws IOException {
    byte[] ours = edited(sample);
    sample.editElsewhere(bench.path(sample.file()));
    byte[] theirs = bench.bytes(sample.file());
    assertThat(theirs).isNotEqualTo(ours);
    assertThat(bench.done("query", sample.file(), "status"))
        .contains("! ./%s was edited elsewhere: ".formatted(sample.file()), "saved: yes");
    assertThat(bench.done("history", sample.file(), "1"))
        .matches("4 external \\d\\d:\\d\\d, edited elsewhere \\[saved]\n");
    assertThat(bench.bytes(sample.file())).isEqualTo(theirs);
    assertThat(bench.done("undo", sample.file())).startsWith("! undone: external ");
    assertThat(bench.bytes(sample.file())).isEqualTo(ours);
    bench.done("redo", sample.file());
    assertThat(bench.bytes(sample.file())).isEqualTo(theirs);
    assertHistoryEndsAtTheFirstBytes(sample, sample.file());
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void an_older_version_that_was_put_back_is_a_step(Sample sample) {
    byte[] last = edited(sample);
    bench.write(sample.file(), sample.bytes());
    assertThat(bench.done("history", sample.file())).contains("\n4 external ");
    bench.done("undo", sample.file());
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertHistoryEndsAtTheFirstBytes(sample, sample.file());
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void links_to_a_file_share_its_history(Sample sample) throws IOException {
    Path elsewhere = Files.createDirectory(bench.path("elsewhere"));
    Files.createSymbolicLink(
        elsewhere.resolve("link-" + sample.file()), Path.of("..", sample.file()));
    Files.createSymbolicLink(bench.path("link"), Path.of("elsewhere"));
    bench.done("run", sample.file(), sample.operation(0));
    bench.done("run", "elsewhere/link-" + sample.file(), sample.operation(1));
    bench.done("run", "link/link-" + sample.file(), sample.operation(2));
    assertThat(bench.done("history", sample.file())).startsWith("3 ");
    assertThat(Files.isSymbolicLink(elsewhere.resolve("link-" + sample.file()))).isTrue();
    assertThat(bench.names("elsewhere")).containsExactly("link-" + sample.file());
    assertHistoryEndsAtTheFirstBytes(sample, "link/link-" + sample.file());
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my shop.drawio",
        "Läden/größte Übersicht 店.drawio",
        "it's $HOME `x` \"q\" \\ *.drawio",
        "-n.drawio",
        "..odd.drawio",
      })
  void a_file_may_have_any_name(String name) throws IOException {
    Path file = bench.path(name);
    Files.createDirectories(file.getParent());
    Files.write(file, Sample.DIAGRAM.bytes());
    bench.done("run", "--", name, "add box Till");
    bench.done("checkpoint", "--", name, "-first'");
    bench.done("run", "--", name, "remove Till");
    String offered = bench.refused("undo", "--to", "-frist'", "--", name);
    bench.typed(suggestion(offered));
    assertThat(bench.done("history", "--", name)).contains("1 ", "add box Till [-first'] [saved]");
    bench.typed(suggestion(bench.refused("undo", "--", name, "x")));
    assertThat(Files.readAllBytes(file)).isEqualTo(Sample.DIAGRAM.bytes());
    bench.typed(suggestion(bench.refused("forget", "--", name)));
    assertThat(bench.refused("forget", "--", name)).contains(" has no history\n");
  }

  @Test
  void a_name_of_255_bytes_has_a_history() {
    String name = "n".repeat(255 - ".drawio".length()) + ".drawio";
    bench.write(name, Sample.DIAGRAM.bytes());
    bench.done("run", name, "add box Till");
    assertHistoryEndsAtTheFirstBytes(Sample.DIAGRAM, name);
  }

  @Test
  void where_no_history_can_be_kept_nothing_is_done() {
    bench.write(".fcp", new byte[0]);
    assertThat(bench.refused(ExitCode.BROKEN, "run", "shop.drawio", "add box Till"))
        .contains("! journal ", "/.fcp/shop.drawio: cannot be opened: ");
    assertThat(bench.done("query", "shop.drawio", "stats")).contains("21s 16e 0g");
  }

  @Test
  void in_a_folder_that_cannot_be_written_nothing_is_done() throws IOException {
    Path closed = Files.createDirectory(bench.path("closed"));
    Files.write(closed.resolve("shop.drawio"), Sample.DIAGRAM.bytes());
    assumeTrue(
        Files.getFileAttributeView(closed, PosixFileAttributeView.class) != null,
        "files have no modes here");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeTrue(!Files.isWritable(closed), "whoever runs this may write everywhere");
      assertThat(bench.done("query", "closed/shop.drawio", "stats")).contains("21s 16e 0g");
      assertThat(bench.done("run", "--dry-run", "closed/shop.drawio", "add box Till"))
          .contains("+ box \"Till\"");
      assertThat(bench.refused(ExitCode.BROKEN, "run", "closed/shop.drawio", "add box Till"))
          .contains("no permission for ", "take another folder");
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }
}
