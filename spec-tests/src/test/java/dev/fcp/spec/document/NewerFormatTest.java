package dev.fcp.spec.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalException.NewerFormatException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals that a newer release wrote. */
@Clause({"JN-15", "JN-19"})
class NewerFormatTest {

  private static final Origin ANN = Origin.of("ann");
  private static final EditOptions EDIT = EditOptions.of("edit", ANN);

  @TempDir private Path folder;

  private DocumentStore store() {
    return DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
  }

  private Path path() {
    return folder.resolve("a.counter");
  }

  private Path history() {
    return folder.resolve(".fcp/a.counter");
  }

  @BeforeEach
  void writeJournalOfNewerFormat() throws IOException {
    Files.writeString(path(), "7\n");
    try (var document = store().open(new CounterDomain(), path(), ANN).orElseThrow()) {
      document.session().step(EDIT, builder -> builder.emit(new CounterEvent.Added(2)));
    }
    Files.writeString(history().resolve("format"), "5\n");
    Files.writeString(history().resolve("000000000003.jsonl.new"), "what only it understands");
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> found = Files.list(history())) {
      for (Path file : found.toList()) {
        byte[] bytes = Files.readAllBytes(file);
        files.put(file.toString(), new String(bytes, StandardCharsets.ISO_8859_1));
      }
    }
    return files;
  }

  @Test
  void a_document_opens_read_only_names_the_version_and_changes_nothing() throws IOException {
    Map<String, String> before = files();
    try (var document = store().open(new CounterDomain(), path(), ANN).orElseThrow()) {
      assertThat(document.readOnlyReason().orElseThrow())
          .contains("its format is 5, this release reads 4");
      assertThat(document.session().model()).isEqualTo(new Counter(9));
      assertThatThrownBy(() ->
              document.session().step(EDIT, builder -> builder.emit(new CounterEvent.Added(1))))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("its format is 5");
    }
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void a_journal_refuses_to_open_it_for_writing() throws IOException {
    Map<String, String> before = files();
    assertThatThrownBy(() -> FileJournal.open(history(), FileJournal.Settings.defaults()))
        .isInstanceOf(NewerFormatException.class);
    assertThat(files()).isEqualTo(before);
    for (String known : new String[] {"1\n", "2", "3", "4"}) {
      Files.writeString(history().resolve("format"), known);
      FileJournal.open(history(), FileJournal.Settings.defaults()).close();
    }
  }
}
