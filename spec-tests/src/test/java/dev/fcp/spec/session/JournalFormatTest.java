package dev.fcp.spec.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.io.CharStreams;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import dev.fcp.eventlog.journal.Upcasters;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.SourceTree;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.journal.DelegatingJournal;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documented journal format, and journals that were written in it. */
class JournalFormatTest {

  private static final List<String> NAMES = List.of("000000000001.jsonl", "000000000001.snapshot");

  private static final String FIXTURES = "spec-tests/src/test/resources/journals/";

  @TempDir private Path folder;

  @Test
  @Clause("JN-3")
  void the_documented_example_is_written_to_the_byte() throws IOException {
    Path written = folder.resolve(".fcp/seven.counter");
    JournalFixtureWriter.writeExample(written);
    String document = SourceTree.text("docs/journal-format.md");
    for (String name : NAMES) {
      String content = Files.readString(written.resolve(name));
      assertThat(document).contains("`" + name + "`\n\n```json\n" + content + "```\n");
    }
    try (Stream<Path> files = Files.list(written)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allMatch(name -> document.contains(name));
    }
  }

  /** A journal that also keeps the record objects that it was given. */
  private record RememberingJournal(InMemoryJournal delegate, List<JournalRecord> given)
      implements DelegatingJournal {

    @Override
    public AppendResult append(long expectedLastNumber, JournalRecord record) {
      given.add(record);
      return delegate.append(expectedLastNumber, record);
    }
  }

  @Test
  @Clause("SE-17")
  void records_of_every_kind_survive_a_round_trip() {
    RememberingJournal journal = new RememberingJournal(InMemoryJournal.empty(), new ArrayList<>());
    JournalFixtures.writeEveryKind(journal);
    assertThat(RecordKinds.of(journal.given())).isEqualTo(RecordKinds.all());
    assertThat(journal.read(1)).isEqualTo(journal.given());
    assertThat(journal.read(1).stream().map(JournalRecordCodec::toLine))
        .isEqualTo(journal.delegate().lines());
  }

  @Test
  @Clause("JN-3")
  void jq_reads_a_segment_even_with_blanks_after_the_last_record() throws Exception {
    assumeTrue(isJqInstalled(), "jq is not installed");
    try (FileJournal journal = FileJournal.open(folder, FileJournal.Settings.defaults())) {
      CounterSessions.add(CounterSessions.created(journal), 8);
      Path segment = folder.resolve(NAMES.get(0));
      assertThat(Files.size(segment)).as("with blanks").isGreaterThan(2_000);
      assertThat(jq("-r", "\"\\(.n) \\(.type)\"", segment.toString()))
          .isEqualTo("1 opened\n2 committed\n");
    }
  }

  private static boolean isJqInstalled() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "jq")));
  }

  private static String jq(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("jq"));
    command.addAll(List.of(arguments));
    Process jq = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader out = jq.inputReader(StandardCharsets.UTF_8)) {
      String printed = CharStreams.toString(out);
      assertThat(jq.waitFor()).as(printed).isZero();
      return printed;
    }
  }

  @Test
  void the_document_is_text_that_tools_can_search() throws IOException {
    assertThat(SourceTree.text("docs/journal-format.md").chars())
        .noneMatch(letter -> letter != '\n' && Character.isISOControl(letter));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  @Clause("JN-15")
  void a_journal_of_each_version_is_opened_undone_and_redone(int version) throws IOException {
    Path copy = copied("v" + version + "/counter");
    Path archive = SourceTree.root().resolve(FIXTURES + "v3/counter-archive");
    FileJournal.Settings settings =
        FileJournal.Settings.defaults()
            .withArchives(place -> new FolderArchive(Disk.system(), archive));
    List<String> names = names(copy);
    assertThat(names.stream().anyMatch(name -> name.endsWith(".gz")))
        .isEqualTo(version == 2 || version == 4);
    assertThat(names.stream().anyMatch(name -> name.endsWith(".archived"))).isEqualTo(version == 3);
    try (FileJournal journal = FileJournal.open(copy, settings)) {
      assertThat(journal.recoveryReport().isClean()).isTrue();
      Session<Counter, CounterEvent> session =
          Session.resume(CounterSessions.DOMAIN, journal, SessionSettings.standard());
      assertThat(session.verify().isValid()).isTrue();
      assertThat(session.state().recordNumber()).isGreaterThanOrEqualTo(60);
      int depth = session.state().undoDepth();
      assertThat(depth).isPositive();
      Observation before = Observation.of(session.state());
      session.with(CounterSessions.options("undo")).undo(depth);
      assertThat(session.state().undoDepth()).isZero();
      session.with(CounterSessions.options("redo")).redo(depth);
      assertThat(Observation.of(session.state())).isEqualTo(before);
      assertThat(session.state().sourcesForWriting()).isNotEmpty();
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private Path copied(String name) throws IOException {
    Path from = SourceTree.root().resolve(FIXTURES + name);
    Path to = folder.resolve(".fcp").resolve(name);
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return to;
  }

  @Test
  @Clause("JN-15")
  void old_events_are_upcast_one_version_at_a_time() {
    Upcasters upcasters =
        Upcasters.none()
            .with("plus", 1, event -> List.of(Upcasters.withVersion(event, 2)))
            .with("plus", 2, event -> List.of(event(Map.of("type", Value.of("added")))));
    Value.Fields old = event(Map.of("type", Value.of("plus")));
    assertThat(upcasters.upcast(old)).containsExactly(event(Map.of("type", Value.of("added"))));
    Value.Fields other = event(Map.of("type", Value.of("set")));
    assertThat(upcasters.upcast(other)).containsExactly(other);
  }

  private static Value.Fields event(Map<String, Value> fields) {
    return Value.Fields.of(fields);
  }

  @Test
  @Clause("JN-15")
  void a_journal_with_old_events_is_read_through_its_upcasters() throws IOException {
    Path copy = folder.resolve(".fcp/old");
    FileJournal.Settings settings = FileJournal.Settings.defaults();
    Upcasters lifting =
        Upcasters.none()
            .with(
                "added",
                1,
                event -> {
                  Value half = Value.of(event.at("n").asLong() / 2);
                  Value.Fields part =
                      event(Map.of("type", Value.of("added"), "n", half, "v", Value.of(2)));
                  return List.of(part, part);
                });
    try (FileJournal journal = FileJournal.open(copy, settings)) {
      CounterSessions.add(CounterSessions.created(journal), 8);
    }
    try (FileJournal journal = FileJournal.open(copy, settings.withUpcasters(lifting))) {
      Session<Counter, CounterEvent> session = CounterSessions.resumed(journal);
      assertThat(CounterSessions.value(session)).isEqualTo(8);
      assertThat(session.state().undoableSteps(1).get(0).events())
          .containsExactly(new CounterEvent.Added(4), new CounterEvent.Added(4));
    }
  }
}
