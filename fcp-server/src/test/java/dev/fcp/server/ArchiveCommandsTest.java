package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories whose old records are in an archive, each command in a separate run. */
class ArchiveCommandsTest {

  private static final String SHOP = SampleDocument.DIAGRAM.file();

  /** After this record, the first full segment ends. */
  private static final int SPLIT = 12;

  @TempDir Path temporary;
  private CommandLineFixture fixture;
  private Path cold;
  private byte[] saved = new byte[0];

  /** Makes a history of two segments, the first of which 100 steps of undo do not need. */
  @BeforeEach
  void create_history() throws IOException {
    fixture = new CommandLineFixture(Files.createDirectory(temporary.resolve("folder")));
    cold = temporary.resolve("cold");
    fixture.add(SampleDocument.DIAGRAM);
    for (int i = 0; i < 6; i++) {
      fixture.run("run", SHOP, "add box Early" + i);
    }
    List<String> run = new ArrayList<>(List.of("run", SHOP));
    IntStream.range(0, 101).forEach(i -> run.add("add box Late" + i));
    fixture.run(run.toArray(String[]::new));
    Path first = history("000000000001.jsonl");
    List<String> lines = Files.readAllLines(first);
    Files.write(first, lines.subList(0, SPLIT));
    Files.write(history("%012d.jsonl".formatted(SPLIT + 1)), lines.subList(SPLIT, lines.size()));
    saved = fixture.bytes(SHOP);
  }

  private Path history(String name) {
    return fixture.path(".fcp").resolve(SHOP).resolve(name);
  }

  private String archive(String... options) {
    List<String> command = new ArrayList<>(List.of("archive", SHOP));
    command.addAll(List.of(options));
    return fixture.run(command.toArray(String[]::new));
  }

  private String move() {
    return archive("--to", cold.toString(), "--keep-records", "3");
  }

  private Path object() throws IOException {
    try (Stream<Path> files = Files.list(cold)) {
      return files.filter(file -> file.toString().endsWith(".gz")).findFirst().orElseThrow();
    }
  }

  @Test
  void records_move_and_every_command_reads_them_from_there() throws IOException {
    List<String> queries = List.of("log", "history", "audit", "branches");
    List<String> before = queries.stream().map(query -> fixture.run(query, SHOP)).toList();
    String raw = fixture.run("log", SHOP, "--raw");
    assertThat(move()).startsWith("! moved records 1 to %d to %s: ".formatted(SPLIT, cold));
    assertThat(history("000000000001.jsonl")).doesNotExist();
    assertThat(object().getFileName().toString()).startsWith("000000000001-000000000012-");
    assertThat(queries.stream().map(query -> fixture.run(query, SHOP)).toList()).isEqualTo(before);
    assertThat(fixture.run("log", SHOP, "--raw")).isEqualTo(raw);
    assertThat(fixture.run("verify", SHOP)).contains("! verified: ");
    fixture.run("undo", SHOP, "107");
    assertThat(fixture.bytes(SHOP)).isEqualTo(SampleDocument.DIAGRAM.bytes());
    fixture.run("redo", SHOP, "107");
    assertThat(fixture.bytes(SHOP)).isEqualTo(saved);
  }

  @Test
  void the_place_is_remembered() throws IOException {
    assertThat(archive("--status")).contains("has no archive");
    move();
    assertThat(archive("--keep-records", "3")).contains("! moved nothing to " + cold);
    assertThat(archive("--status"))
        .contains("! archive: " + cold)
        .contains("! records 1 to %d: %s, ".formatted(SPLIT, object().getFileName()))
        .contains(" bytes of records are beside the file");
  }

  @Test
  void a_dry_run_changes_nothing() {
    assertThat(archive("--to", cold.toString(), "--keep-records", "3", "--dry-run"))
        .startsWith("! would move records 1 to %d to %s: ".formatted(SPLIT, cold));
    assertThat(cold).doesNotExist();
    assertThat(history("archive")).doesNotExist();
    assertThat(history("000000000001.jsonl")).exists();
  }

  @Test
  void by_default_the_last_30_days_stay() {
    assertThat(archive("--to", cold.toString())).contains("! moved nothing to");
    assertThat(archive("--older-than", "0m")).contains("! moved records 1 to");
  }

  @Test
  void without_the_archive_a_file_is_edited_and_the_last_steps_are_undone() throws IOException {
    move();
    Path elsewhere = temporary.resolve("elsewhere");
    Files.move(cold, elsewhere);
    fixture.run("run", SHOP, "add box New");
    fixture.run("undo", SHOP, "100");
    fixture.run("redo", SHOP, "99");
    assertThat(fixture.bytes(SHOP)).isEqualTo(saved);
    fixture.run("log", SHOP, "5");
    fixture.run("query", SHOP, "status");
    SampleDocument.DIAGRAM.editExternally(fixture.path(SHOP));
    fixture.run("run", SHOP, "add box Newer");
    fixture.run("undo", SHOP, "2");
    assertThat(fixture.bytes(SHOP)).isEqualTo(saved);
    fixture.run("archive", SHOP, "--at", elsewhere.toString());
    assertThat(fixture.run("verify", SHOP)).contains("! verified: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "verify", "undo 107", "log --raw", "jump 3"})
  void a_missing_object_is_named_with_what_to_do(String command) throws IOException {
    move();
    Path object = object();
    Files.move(cold, temporary.resolve("elsewhere"));
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.add(1, SHOP);
    var result = new ProgramRunner(temporary.resolve("folder")).run(words.toArray(String[]::new));
    assertThat(result.exitCode()).as(result.combined()).isEqualTo(1);
    assertThat(result.err())
        .contains("records 1 to %d are in the archive %s".formatted(SPLIT, cold))
        .contains(object.getFileName().toString())
        .contains("! if the archive is in another folder now: fcp archive shop.drawio --at DIR");
    assertThat(fixture.bytes(SHOP)).isEqualTo(saved);
  }

  @Test
  void a_missing_object_is_in_the_status() throws IOException {
    move();
    Files.delete(object());
    var result = new ProgramRunner(temporary.resolve("folder")).run("archive", SHOP, "--status");
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.out()).contains(", missing");
    assertThat(result.err()).contains("! 1 objects are missing");
  }

  @Test
  void another_archive_is_refused_while_objects_are_in_the_first() throws IOException {
    move();
    Path other = temporary.resolve("other");
    assertThat(fixture.runRefused("archive", SHOP, "--to", other.toString()))
        .contains("! shop.drawio has the archive " + cold);
    assertThat(other).doesNotExist();
    Files.createDirectory(other);
    assertThat(fixture.runRefused("archive", SHOP, "--at", other.toString()))
        .contains("there is no archive in " + other);
  }

  @Test
  void an_archive_inside_the_history_is_refused() {
    assertThat(fixture.runRefused("archive", SHOP, "--to", ".fcp/cold")).contains("is inside");
  }

  @Test
  void without_a_place_nothing_moves() {
    assertThat(fixture.runRefused("archive", SHOP))
        .contains("! shop.drawio has no archive")
        .contains("fcp archive shop.drawio --to DIR");
    assertThat(fixture.runRefused("archive", "none.drawio")).contains("there is no file");
    fixture.add(SampleDocument.SONG);
    assertThat(fixture.runRefused("archive", SampleDocument.SONG.file()))
        .contains("has no history");
    assertThat(fixture.runRefused(ExitCode.USAGE, "archive", SHOP, "--older-than", "soon"))
        .contains("\"soon\" is not an age such as 30d");
  }

  @Test
  void what_is_pruned_goes_to_the_archive_and_the_log_says_what_it_was() {
    move();
    int records = fixture.run("log", SHOP, "--raw").split("\n").length;
    String[] retain = {"retain", SHOP, "--age", "0m", "--steps", "50"};
    assertThat(fixture.run(retain)).contains("! their records go to the archive " + cold);
    fixture.run("retain", SHOP, "--age", "0m", "--steps", "50", "--yes");
    assertThat(fixture.run("log", SHOP, "--raw").split("\n")).hasSize(records + 1);
    assertThat(fixture.run("history", SHOP, "--all")).containsPattern("pruned old steps: \\d+ of ");
    assertThat(fixture.run("verify", SHOP)).contains("! verified: ");
    assertThat(fixture.bytes(SHOP)).isEqualTo(saved);
  }

  @Test
  void objects_of_a_deleted_history_are_named() throws IOException {
    move();
    assertThat(fixture.run("forget", "--yes", SHOP))
        .contains("! these objects stay in the archive " + cold)
        .contains(object().getFileName().toString());
    assertThat(object()).exists();
  }
}
