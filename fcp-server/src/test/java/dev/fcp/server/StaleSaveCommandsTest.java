package dev.fcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.journal.FailingDisk;
import dev.fcp.vault.VaultDomain;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a folder whose save was interrupted: {@code --stale}. */
class StaleSaveCommandsTest {

  private static final EditOptions EDIT = EditOptions.of("edit", Origin.of("bot", "s", "m1"));

  @TempDir Path temporary;
  private FolderFixture project;

  @BeforeEach
  void write_project() {
    project = new FolderFixture(temporary);
    project.write("a.txt", "a\n");
    project.write("b.txt", "b\n");
  }

  /** Another program replaces the first of two files, and ends. */
  private void interruptSave(Duration ago) {
    AtomicBoolean isDead = new AtomicBoolean();
    Disk dying =
        FailingDisk.withoutForcing(
            Disk.system(),
            call -> {
              if (call.kind() == FailingDisk.Kind.LINK && call.path().endsWith("b.txt")) {
                isDead.set(true);
              }
              return isDead.get();
            });
    var document = edited(dying, Instant.now().minus(ago));
    assertThatThrownBy(() -> document.save(EDIT)).isInstanceOf(JournalException.class);
    assertThatThrownBy(document::close).isInstanceOf(JournalException.class);
    assertThat(project.read("a.txt") + project.read("b.txt")).isEqualTo("A\nb\n");
  }

  /** Another program has edited both files and not saved them. */
  private Document<?, ?> edited(Disk disk, Instant time) {
    DocumentStore store =
        DocumentStore.withJournals(
            new SessionSettings(() -> time, SessionSettings.standard().ids()),
            new JournalLayout(FileJournal.Settings.defaults().withDisk(disk), temporary));
    VaultDomain domain = new VaultDomain();
    var document = store.open(domain, temporary, EDIT.origin()).orElseThrow();
    var before = document.session().model();
    var texts = new TreeMap<String, Optional<FileBytes>>();
    texts.put("a.txt", file("A\n"));
    texts.put("b.txt", file("B\n"));
    var after = domain.folderFormat().withFiles(before, texts);
    document
        .session()
        .step(EDIT, step -> domain.diff(before, after).forEach(step::emit))
        .orElseThrow();
    return document;
  }

  private static Optional<FileBytes> file(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Optional.of(new FileBytes(bytes, FileEntry.of(bytes, false)));
  }

  private void assertCompleted() {
    assertThat(project.read("a.txt") + project.read("b.txt")).isEqualTo("A\nB\n");
  }

  @Test
  void the_log_shows_a_save_that_is_under_way() {
    List<String> logs = new ArrayList<>();
    Disk disk =
        FailingDisk.observed(
            Disk.system(),
            call -> {
              if (call.kind() == FailingDisk.Kind.LINK && call.path().endsWith("b.txt")) {
                logs.add(project.fcp("log", ".", "--stale", "fail"));
              }
            });
    // Its command waits in vain for the lock, which this thread holds.
    System.setProperty(TargetFile.FOLDER_LOCK_SECONDS, "0");
    try (var document = edited(disk, Instant.now().minus(Duration.ofDays(1)))) {
      assertThat(project.fcp("log", ".")).contains("message m1:").contains(" [not saved]\n");
      document.save(EDIT);
    } finally {
      System.clearProperty(TargetFile.FOLDER_LOCK_SECONDS);
    }
    assertThat(logs).singleElement().asString().contains("1 bot ", " [being saved]\n");
    assertCompleted();
    assertThat(project.fcp("log", ".")).contains("[saved]").doesNotContain("being saved");
  }

  @Test
  void the_next_command_completes_an_interrupted_save() {
    interruptSave(Duration.ofDays(1));
    assertThat(project.fcp("log", ".")).contains("[saved]").doesNotContain("failed");
    assertCompleted();
  }

  @Test
  void a_stale_save_fails_if_that_was_asked_for() {
    interruptSave(Duration.ofMinutes(3));
    project.fcp("verify", ".");
    assertThat(project.fcp("history", ".", "--stale", "fail")).contains("0 the beginning [saved]");
    assertThat(project.read("a.txt") + project.read("b.txt")).isEqualTo("a\nb\n");
    assertThat(project.fcp("log", ".", "--raw")).contains("\"cause\":\"timeout_pending\"");
    assertThat(project.fcp("branches", ".")).contains("save failed");
  }

  @Test
  void the_log_shows_a_save_that_failed_until_its_steps_are_saved() {
    interruptSave(Duration.ofMinutes(3));
    assertThat(project.fcp("log", ".", "--stale", "fail"))
        .containsOnlyOnce("[save failed]")
        .containsPattern("1 bot .* \\[save failed\\] \\(on another branch\\)\n");
    project.write("c.txt", "c\n");
    assertThat(project.fcp("log", ".")).contains("[save failed]", "+ file c.txt");
    String branch =
        project.fcp("branches", ".").replaceAll("(?s).*try: fcp switch \\. (\\S+).*", "$1");
    project.fcp("switch", ".", branch);
    assertCompleted();
    assertThat(project.fcp("log", ".")).doesNotContain("save failed");
  }

  @Test
  void a_save_that_is_not_stale_is_completed() {
    interruptSave(Duration.ofMinutes(1));
    project.fcp("history", ".", "--stale", "fail");
    assertCompleted();
  }

  @Test
  void the_steps_of_a_failed_save_can_be_switched_to() {
    interruptSave(Duration.ofMinutes(3));
    project.fcp("history", ".", "--stale", "fail");
    String branches = project.fcp("branches", ".");
    project.fcp("switch", ".", branches.substring(branches.lastIndexOf(' ') + 1).strip());
    assertCompleted();
  }

  @Test
  void another_word_is_a_wrong_command_line() {
    assertThat(project.result("", "log", ".", "--stale", "maybe").exitCode()).isEqualTo(2);
  }
}
