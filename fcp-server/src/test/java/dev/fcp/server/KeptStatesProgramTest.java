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

/** Histories that were replaced, states whose steps were let go, and what cannot be written. */
class KeptStatesProgramTest {

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

  private void assertHistoryEndsAtTheFirstBytes(Sample sample) {
    assertThat(bench.done("verify", sample.file())).contains("each with the digest");
    bench.done("undo", sample.file(), "99");
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  private String digest(String... query) {
    return bench
        .done(query)
        .lines()
        .filter(line -> line.startsWith("digest: "))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_history_that_was_replaced_is_listed_and_comes_back(Sample sample) {
    byte[] last = edited(sample);
    String fresh = bench.done("adopt", sample.file(), "--fresh");
    assertThat(fresh)
        .contains("! the history that ./%s had before is kept".formatted(sample.file()));
    String list = bench.done("adopt", sample.file(), "--former", "list");
    assertThat(list).contains("! 1 replaced ", ", 3 steps, the last ").doesNotContain("! 2 ");
    assertThat(Workbench.suggestions(fresh)).isEqualTo(Workbench.suggestions(list)).hasSize(1);
    assertThat(bench.typed(Workbench.suggestions(list).get(0))).contains("operations: 3");
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertHistoryEndsAtTheFirstBytes(sample);
    assertThat(bench.done("adopt", sample.file(), "--former", "list"))
        .contains("! 1 ", "0 steps\n");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_new_file_in_the_place_of_a_lost_one_says_how_that_comes_back(Sample sample)
      throws IOException {
    byte[] last = edited(sample);
    Files.delete(bench.path(sample.file()));
    String made = bench.done("run", "--new", sample.file(), "title Other");
    assertThat(made)
        .contains("! the history that ./%s had before is kept".formatted(sample.file()));
    bench.typed(Workbench.suggestions(made).get(0));
    bench.done("save", sample.file(), "--over");
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertHistoryEndsAtTheFirstBytes(sample);
  }

  @Test
  void a_new_file_that_replaces_no_history_says_nothing_of_one() {
    assertThat(bench.done("run", "--new", "a.drawio", "title A")).doesNotContain("history");
  }

  @Test
  void a_former_history_that_is_not_there_is_refused() {
    String file = Sample.DIAGRAM.file();
    assertThat(bench.refused("adopt", file, "--former", "1")).contains("had no other history");
    assertThat(bench.done("adopt", file, "--former", "list")).contains("had no other history");
    edited(Sample.DIAGRAM);
    bench.done("adopt", file, "--fresh");
    assertThat(bench.refused("adopt", file, "--former", "2"))
        .contains("the number of a history 2 is not within 1 and 1");
    assertThat(bench.refused("adopt", file, "--former", "x")).contains("is no whole number");
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void the_state_of_a_checkpoint_whose_steps_were_let_go_is_shown_and_comes_back(Sample sample) {
    String file = sample.file();
    bench.done("run", file, sample.operation(0));
    bench.done("checkpoint", file, "first one");
    String digest = digest("query", file, "status");
    String stats = bench.done("query", file, "stats");
    bench.done("run", file, sample.operation(1), sample.operation(2));
    String last = digest("query", file, "status");
    bench.done("retain", file, "--steps", "1", "--above", "0", "--age", "0m", "--yes");
    assertThat(bench.refused("undo", file, "--to", "first one"))
        .contains("lies before the oldest step that can be undone")
        .contains("  try: fcp revert " + file + " --to 'first one'\n");
    assertThat(bench.done("query", file, "--at", "first one", "stats")).isEqualTo(stats);
    assertThat(digest("query", file, "status")).isEqualTo(last);
    assertThat(bench.done("revert", file, "--to", "first one")).contains("as it was at checkpoint");
    assertThat(digest("query", file, "status")).isEqualTo(digest);
    assertThat(bench.done("query", file, "status")).contains("saved: yes");
    bench.done("undo", file);
    assertThat(digest("query", file, "status")).isEqualTo(last);
  }

  @Test
  void a_checkpoint_that_is_not_there_is_refused() {
    String file = Sample.DIAGRAM.file();
    edited(Sample.DIAGRAM);
    assertThat(bench.refused("query", file, "--at", "nothing", "map"))
        .contains("no state is kept of a checkpoint nothing");
    assertThat(bench.refused("revert", file, "--to", "nothing")).contains("unknown checkpoint");
    bench.done("checkpoint", file, "good");
    assertThat(bench.done("revert", file, "--to", "good")).contains("as it was at checkpoint");
  }

  @Test
  void nothing_is_done_that_a_write_protected_file_could_not_hold() throws IOException {
    Path path = bench.path(Sample.DIAGRAM.file());
    byte[] last = edited(Sample.DIAGRAM);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r--r--r--"));
    for (String[] command :
        new String[][] {{"undo", "shop.drawio"}, {"run", "shop.drawio", "add box B"}}) {
      assertThat(bench.refused(command)).contains("is write-protected, so nothing was done");
    }
    bench.done("undo", "shop.drawio", "3", "--no-save");
    assertThat(bench.refused("save", "shop.drawio"))
        .contains("is write-protected", "  try: fcp save shop.drawio --over\n");
    assertThat(bench.bytes("shop.drawio")).isEqualTo(last);
    bench.done("save", "shop.drawio", "--over");
    assertThat(bench.bytes("shop.drawio")).isEqualTo(Sample.DIAGRAM.bytes());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("r--r--r--");
  }

  @Test
  void a_history_that_cannot_be_written_is_looked_at_and_nothing_else() throws IOException {
    edited(Sample.DIAGRAM);
    in(
        List.of(bench.path(".fcp/shop.drawio")),
        () -> {
          assertThat(bench.done("log", "shop.drawio")).contains("can only be read", "3 ");
          assertThat(bench.done("verify", "shop.drawio")).contains("each with the digest");
          bench.done("query", "shop.drawio", "map");
          assertThat(bench.refused(ExitCode.BROKEN, "undo", "shop.drawio"))
              .contains("it can only be read: nothing can be written in", "another folder");
        });
  }

  @Test
  void where_only_the_history_can_be_written_nothing_is_done_that_could_not_be_saved()
      throws IOException {
    edited(Sample.DIAGRAM);
    in(
        List.of(bench.path(".")),
        () -> {
          assertThat(bench.done("log", "shop.drawio")).contains("3 ");
          assertThat(bench.refused("undo", "shop.drawio"))
              .contains("nothing can be written in the folder of shop.drawio, so nothing was done");
          assertThat(bench.refused("run", "shop.drawio", "add box Till"))
              .contains("so nothing was");
          assertThat(bench.refused("save", "shop.drawio")).contains("nothing can be written in");
        });
  }

  /** Does something while this user may not write in some folders, if modes mean that to him. */
  private static void in(List<Path> folders, Runnable work) throws IOException {
    assumeFalse(
        "root".equals(System.getProperty("user.name")), "modes of files say nothing to root");
    try {
      for (Path folder : folders) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-x---"));
      }
      work.run();
    } finally {
      for (Path folder : folders) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
      }
    }
  }
}
