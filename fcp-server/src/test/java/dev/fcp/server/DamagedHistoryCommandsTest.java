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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories that were damaged on the disk: the loss is reported, and the rest can be used. */
class DamagedHistoryCommandsTest {

  @TempDir Path temporary;
  private CommandLineFixture fixture;

  @BeforeEach
  void create_fixture() throws IOException {
    fixture = new CommandLineFixture(Files.createDirectory(temporary.resolve("folder")));
    fixture.add(SampleDocument.DIAGRAM).add(SampleDocument.SONG);
  }

  /**
   * Makes three runs of one step each, with records 2 to 4, 5 to 7 and 8 to 10; returns the bytes
   * of the file.
   */
  private byte[] editThreeTimes(SampleDocument sample) {
    for (int i = 0; i < 3; i++) {
      fixture.run("run", sample.file(), sample.operation(i));
    }
    assertThat(records(sample)).hasSize(10);
    return fixture.bytes(sample.file());
  }

  private static String segmentPath(SampleDocument sample) {
    return ".fcp/" + sample.file() + "/000000000001.jsonl";
  }

  private List<String> records(SampleDocument sample) {
    return new String(fixture.bytes(segmentPath(sample)), StandardCharsets.UTF_8).lines().toList();
  }

  /** Changes a byte in the middle of a record; returns the offset of the record. */
  private int damageRecord(SampleDocument sample, int number) {
    List<String> records = records(sample);
    int offset = 0;
    for (String record : records.subList(0, number - 1)) {
      offset += record.getBytes(StandardCharsets.UTF_8).length + 1;
    }
    byte[] bytes = fixture.bytes(segmentPath(sample));
    bytes[offset + records.get(number - 1).length() / 2] ^= 1;
    fixture.write(segmentPath(sample), bytes);
    return offset;
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_torn_write_is_reported_once_and_nothing_else_is_lost(SampleDocument sample) {
    byte[] last = editThreeTimes(sample);
    byte[] whole = fixture.bytes(segmentPath(sample));
    fixture.write(segmentPath(sample), Arrays.copyOf(whole, whole.length - 20));
    assertThat(fixture.run("history", sample.file()))
        .contains("\n3 ")
        .contains("! journal: 9 records read, ", ", 3 steps can be undone\n")
        .contains("a write that was never finished", ".aside\n");
    assertThat(fixture.run("history", sample.file()))
        .doesNotContain("! journal")
        .contains("[saved]");
    fixture.run("undo", sample.file(), "3");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
    fixture.run("redo", sample.file(), "3");
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void steps_after_damage_are_named_and_their_result_is_read_from_the_file(SampleDocument sample) {
    byte[] last = editThreeTimes(sample);
    int offset = damageRecord(sample, 5);
    assertThat(fixture.run("history", sample.file()))
        .contains("\n2 external ")
        .contains("! journal: 4 records read, ", ", 2 steps can be undone\n")
        .contains("000000000001.jsonl, byte %d: damage, ".formatted(offset))
        .contains("holds records 6 to 10, kept as 000000000001.jsonl.%d.aside".formatted(offset))
        .contains("! ./%s was edited elsewhere: ".formatted(sample.file()));
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    assertThat(fixture.fileNames(".fcp/" + sample.file()))
        .anyMatch(name -> name.endsWith(".aside"));
    assertThat(fixture.run("verify", sample.file())).contains(", 2 steps, all digests match");
    fixture.run("undo", sample.file(), "2");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
    fixture.run("redo", sample.file(), "2");
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void damage_before_the_snapshot_is_reported_as_long_as_it_exists(SampleDocument sample) {
    editThreeTimes(sample);
    damageRecord(sample, 1);
    for (int i = 0; i < 2; i++) {
      assertThat(fixture.run("history", sample.file()))
          .contains("! 000000000001.jsonl, byte 0: damage before the snapshot, ");
    }
    assertThat(verifyDamaged(sample)).contains(", 3 steps, all digests match");
    fixture.run("undo", sample.file(), "3");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @ParameterizedTest
  @EnumSource(SampleDocument.class)
  void a_damaged_snapshot_is_reported_and_not_used(SampleDocument sample) {
    editThreeTimes(sample);
    String snapshot = ".fcp/" + sample.file() + "/000000000001.snapshot";
    byte[] bytes = fixture.bytes(snapshot);
    bytes[bytes.length / 2] ^= 1;
    fixture.write(snapshot, bytes);
    assertThat(fixture.run("history", sample.file()))
        .contains("\n3 ")
        .contains("! 000000000001.snapshot: damaged");
    fixture.run("undo", sample.file(), "3");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @ParameterizedTest
  @CsvSource({
    "2, 2", "3, 3", "4, 4", "5, 5", "6, 6", "7, 7", "8, 8", "9, 9", "10, 10", "11, 11", "12, 12",
    "13, 13", "9, 13", "8, 13", "10, 11"
  })
  void after_a_loss_no_older_state_overwrites_the_file(int first, int last) {
    SampleDocument sample = SampleDocument.DIAGRAM;
    fixture.run("run", sample.file(), "label Search L0");
    fixture.run("run", sample.file(), "label L0 L1");
    fixture.run("undo", sample.file());
    fixture.run("redo", sample.file());
    byte[] saved = fixture.bytes(sample.file());
    for (int number = first; number <= last; number++) {
      damageRecord(sample, number);
    }
    ProgramRunner.Result result =
        new ProgramRunner(fixture.path("")).run("run", sample.file(), "add box Till");
    if (result.exitCode() == ExitCode.REFUSED.code()) {
      assertThat(fixture.bytes(sample.file())).isEqualTo(saved);
      assertThat(result.err()).contains("! nothing was done\n", "try: fcp revert ");
      fixture.run("revert", sample.file());
      fixture.run("run", sample.file(), "add box Till");
    }
    assertThat(new String(fixture.bytes(sample.file()), StandardCharsets.UTF_8))
        .contains("value=\"L1\"", "value=\"Till\"");
  }

  @Test
  void after_a_loss_the_recovered_state_can_be_saved_over_the_file() {
    String file = SampleDocument.DIAGRAM.file();
    fixture.run("run", file, "label Search L0");
    byte[] first = fixture.bytes(file);
    fixture.run("run", file, "label L0 L1");
    fixture.run("undo", file);
    fixture.run("redo", file);
    damageRecord(SampleDocument.DIAGRAM, 9);
    assertThat(new ProgramRunner(fixture.path("")).run("save", file).err())
        .contains("records of the history were lost, so it may be newer");
    fixture.run("save", file, "--over");
    assertThat(fixture.bytes(file)).isEqualTo(first);
  }

  /** Verifies a damaged history twice; returns the report, which must be the same. */
  private String verifyDamaged(SampleDocument sample) {
    String first = fixture.runRefused(ExitCode.BROKEN, "verify", sample.file());
    assertThat(fixture.runRefused(ExitCode.BROKEN, "verify", sample.file())).isEqualTo(first);
    return first;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void verify_finds_each_damaged_record_and_changes_nothing(int number) {
    SampleDocument sample = SampleDocument.DIAGRAM;
    editThreeTimes(sample);
    int offset = damageRecord(sample, number);
    assertThat(verifyDamaged(sample)).contains("000000000001.jsonl, byte %d: ".formatted(offset));
  }

  @ParameterizedTest
  @CsvSource({
    ".snapshot, 000000000001.snapshot: damaged",
    ".jsonl, 000000000001.jsonl",
    ".source, is gone or damaged"
  })
  void verify_finds_each_damaged_file_and_changes_nothing(String ending, String report) {
    SampleDocument sample = SampleDocument.DIAGRAM;
    editThreeTimes(sample);
    String folder = ".fcp/" + sample.file() + "/";
    fixture.fileNames(folder).stream()
        .filter(name -> name.endsWith(ending))
        .forEach(
            name -> fixture.write(folder + name, "?".repeat(99).getBytes(StandardCharsets.UTF_8)));
    assertThat(verifyDamaged(sample)).contains(report);
  }

  @Test
  void verify_finds_damage_anywhere() {
    SampleDocument sample = SampleDocument.DIAGRAM;
    editThreeTimes(sample);
    fixture.run("checkpoint", sample.file(), "v1");
    ProgramRunner runner = new ProgramRunner(fixture.path(""));
    String folder = ".fcp/" + sample.file() + "/";
    for (String name : fixture.fileNames(folder)) {
      byte[] sound = fixture.bytes(folder + name);
      for (int offset = 0; offset < sound.length; offset += 61) {
        byte[] damaged = sound.clone();
        damaged[offset] ^= 1;
        fixture.write(folder + name, damaged);
        assertThat(runner.run("verify", sample.file()).exitCode())
            .as("%s, byte %d", name, offset)
            .isEqualTo(ExitCode.BROKEN.code());
      }
      fixture.write(folder + name, sound);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void repair_mends_a_damaged_history(int number) {
    SampleDocument sample = SampleDocument.DIAGRAM;
    byte[] last = editThreeTimes(sample);
    damageRecord(sample, number);
    verifyDamaged(sample);
    assertThat(fixture.run("repair", sample.file())).contains(".aside\n");
    assertThat(fixture.run("verify", sample.file())).startsWith("! verified: ");
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 6, 7, 9})
  void repair_takes_over_the_steps_after_a_damaged_record_of_a_save(int number) {
    SampleDocument sample = SampleDocument.DIAGRAM;
    byte[] last = editThreeTimes(sample);
    damageRecord(sample, number);
    assertThat(fixture.run("repair", sample.file()))
        .contains("! salvaged: %d record".formatted(10 - number))
        .doesNotContain("not salvaged");
    assertThat(fixture.run("verify", sample.file())).contains(", 3 steps, all digests match");
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
    fixture.run("undo", sample.file(), "3");
    assertThat(fixture.bytes(sample.file())).isEqualTo(sample.bytes());
  }

  @Test
  void repair_names_the_steps_that_build_on_a_lost_one() {
    SampleDocument sample = SampleDocument.DIAGRAM;
    byte[] last = editThreeTimes(sample);
    damageRecord(sample, 5);
    assertThat(fixture.run("repair", sample.file()))
        .contains("! not salvaged, because they build on what was lost: 5 records", "1 step (")
        .contains(".aside\n");
    assertThat(fixture.run("verify", sample.file())).contains(", 2 steps, all digests match");
    assertThat(fixture.bytes(sample.file())).isEqualTo(last);
  }

  @Test
  void repair_sets_aside_a_damaged_snapshot() {
    SampleDocument sample = SampleDocument.DIAGRAM;
    editThreeTimes(sample);
    String snapshot = ".fcp/" + sample.file() + "/000000000001.snapshot";
    fixture.write(snapshot, "?".getBytes(StandardCharsets.UTF_8));
    assertThat(verifyDamaged(sample)).contains("try: fcp repair ");
    assertThat(fixture.run("repair", sample.file()))
        .contains("kept as 000000000001.snapshot.aside\n");
    assertThat(fixture.run("verify", sample.file())).contains(", 3 steps, all digests match");
  }

  @Test
  void verify_neither_merges_nor_mentions_a_change_of_the_file() throws IOException {
    SampleDocument sample = SampleDocument.SONG;
    editThreeTimes(sample);
    sample.editExternally(fixture.path(sample.file()));
    String folder = ".fcp/" + sample.file();
    List<String> before = records(sample);
    assertThat(fixture.run("verify", sample.file())).startsWith("! verified: 10 records, 3 steps");
    assertThat(records(sample)).isEqualTo(before);
    assertThat(fixture.fileNames(folder)).noneMatch(name -> name.endsWith(".tmp"));
  }

  @Test
  void an_unreadable_history_is_set_aside_and_a_new_one_begins() {
    byte[] last = editThreeTimes(SampleDocument.DIAGRAM);
    String folder = ".fcp/" + SampleDocument.DIAGRAM.file() + "/";
    for (String name : fixture.fileNames(folder)) {
      fixture.write(folder + name, "?".repeat(3000).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(fixture.run("history", SampleDocument.DIAGRAM.file()))
        .contains("! journal: ", "kept as 000000000001.jsonl.aside")
        .endsWith("\n0 the beginning [saved]\n");
    assertThat(fixture.bytes(SampleDocument.DIAGRAM.file())).isEqualTo(last);
    fixture.run("run", SampleDocument.DIAGRAM.file(), "add box Again");
    fixture.run("undo", SampleDocument.DIAGRAM.file());
    assertThat(fixture.bytes(SampleDocument.DIAGRAM.file())).isEqualTo(last);
  }
}
