package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Histories that were damaged on the disk: the loss is told, and the rest can be used. */
class DamagedHistoryProgramTest {

  @TempDir Path temporary;
  private Workbench bench;

  @BeforeEach
  void lay_out() throws IOException {
    bench = new Workbench(Files.createDirectory(temporary.resolve("folder")));
    bench.with(Sample.DIAGRAM).with(Sample.SONG);
  }

  /** Three runs of a step each: records 2 to 4, 5 to 7 and 8 to 10; gives the last bytes. */
  private byte[] edited(Sample sample) {
    for (int i = 0; i < 3; i++) {
      bench.done("run", sample.file(), sample.operation(i));
    }
    assertThat(records(sample)).hasSize(10);
    return bench.bytes(sample.file());
  }

  private static String segment(Sample sample) {
    return ".fcp/" + sample.file() + "/000000000001.jsonl";
  }

  private List<String> records(Sample sample) {
    return new String(bench.bytes(segment(sample)), StandardCharsets.UTF_8).lines().toList();
  }

  /** Changes a byte in the middle of a record; gives the place where that record begins. */
  private int damage(Sample sample, int number) {
    List<String> records = records(sample);
    int offset = 0;
    for (String record : records.subList(0, number - 1)) {
      offset += record.getBytes(StandardCharsets.UTF_8).length + 1;
    }
    byte[] bytes = bench.bytes(segment(sample));
    bytes[offset + records.get(number - 1).length() / 2] ^= 1;
    bench.write(segment(sample), bytes);
    return offset;
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_write_that_was_torn_is_told_once_and_nothing_else_is_lost(Sample sample) {
    byte[] last = edited(sample);
    byte[] whole = bench.bytes(segment(sample));
    bench.write(segment(sample), Arrays.copyOf(whole, whole.length - 20));
    assertThat(bench.done("history", sample.file()))
        .contains("\n3 ")
        .contains("! journal: 9 records read, ", ", 3 steps can be undone\n")
        .contains("a write that was never finished", ".aside\n");
    assertThat(bench.done("history", sample.file()))
        .doesNotContain("! journal")
        .contains("[saved]");
    bench.done("undo", sample.file(), "3");
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
    bench.done("redo", sample.file(), "3");
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void steps_behind_damage_are_named_and_their_outcome_is_taken_from_the_file(Sample sample) {
    byte[] last = edited(sample);
    int offset = damage(sample, 5);
    assertThat(bench.done("history", sample.file()))
        .contains("\n2 external ")
        .contains("! journal: 4 records read, ", ", 2 steps can be undone\n")
        .contains("000000000001.jsonl, byte %d: damage, ".formatted(offset))
        .contains("holds records 6 to 10, kept as 000000000001.jsonl.%d.aside".formatted(offset))
        .contains("! ./%s was edited elsewhere: ".formatted(sample.file()));
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
    assertThat(bench.names(".fcp/" + sample.file())).anyMatch(name -> name.endsWith(".aside"));
    assertThat(bench.done("verify", sample.file())).contains(", 2 steps, each with the digest");
    bench.done("undo", sample.file(), "2");
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
    bench.done("redo", sample.file(), "2");
    assertThat(bench.bytes(sample.file())).isEqualTo(last);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void damage_before_the_snapshot_is_told_as_long_as_it_is_there(Sample sample) {
    edited(sample);
    damage(sample, 1);
    for (int i = 0; i < 2; i++) {
      assertThat(bench.done("history", sample.file()))
          .contains("! 000000000001.jsonl, byte 0: damage before the snapshot, ");
    }
    assertThat(bench.done("verify", sample.file())).contains(", 3 steps, each with the digest");
    bench.done("undo", sample.file(), "3");
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void a_damaged_snapshot_is_told_and_not_used(Sample sample) {
    edited(sample);
    String snapshot = ".fcp/" + sample.file() + "/000000000001.snapshot";
    byte[] bytes = bench.bytes(snapshot);
    bytes[bytes.length / 2] ^= 1;
    bench.write(snapshot, bytes);
    assertThat(bench.done("history", sample.file()))
        .contains("\n3 ")
        .contains("! 000000000001.snapshot: damaged");
    bench.done("undo", sample.file(), "3");
    assertThat(bench.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @Test
  void a_history_of_which_nothing_is_left_begins_again_and_says_what_was_set_aside() {
    byte[] last = edited(Sample.DIAGRAM);
    String folder = ".fcp/" + Sample.DIAGRAM.file() + "/";
    for (String name : bench.names(folder)) {
      bench.write(folder + name, "?".repeat(3000).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(bench.done("history", Sample.DIAGRAM.file()))
        .contains("! journal: ", "kept as 000000000001.jsonl.aside")
        .endsWith("\n0 the beginning [saved]\n");
    assertThat(bench.bytes(Sample.DIAGRAM.file())).isEqualTo(last);
    bench.done("run", Sample.DIAGRAM.file(), "add box Again");
    bench.done("undo", Sample.DIAGRAM.file());
    assertThat(bench.bytes(Sample.DIAGRAM.file())).isEqualTo(last);
  }
}
