package dev.fcp.spec.document;

import static dev.fcp.spec.document.Counters.DOMAIN;
import static dev.fcp.spec.document.Counters.SAVE;
import static dev.fcp.spec.document.Counters.add;
import static dev.fcp.spec.document.Counters.depth;
import static dev.fcp.spec.document.Counters.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FormerHistory;
import dev.fcp.eventlog.document.Saving;
import dev.fcp.eventlog.journal.FileDisk;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import dev.fcp.spec.journal.FailingDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories that a file had before it got another one. */
@Clause("DO-6")
class FormerHistoriesTest {

  @TempDir(factory = MemoryFolder.class)
  private Path folder;

  /** A document whose first history has one step, the second one two, and the third none. */
  private static Path withTwo(Path own) throws IOException {
    Path path = Files.writeString(own.resolve("a.counter"), "7\n");
    DocumentStore store = Counters.in(own).store();
    try (var document = Counters.in(own).open(path)) {
      add(document, 1);
      document.save(SAVE);
    }
    try (var document = store.adopt(DOMAIN, path, Counters.ANN).orElseThrow()) {
      add(document, 2);
      add(document, 3);
      document.save(SAVE);
    }
    store.adopt(DOMAIN, path, Counters.ANN).orElseThrow().close();
    return path;
  }

  @Test
  void they_are_listed_with_what_they_hold_the_newest_first() throws IOException {
    Path path = withTwo(folder);
    var formers = Counters.in(folder).store().formers(path);
    assertThat(formers).extracting(FormerHistory::steps).containsExactly(2, 1);
    assertThat(formers)
        .extracting(FormerHistory::lastLabel)
        .containsExactly(Optional.of("+3"), Optional.of("+1"));
    assertThat(formers)
        .allSatisfy(former ->
            assertThat(former.setAside())
                .isBetween(Instant.now().minus(Duration.ofHours(1)), Instant.now()));
    assertThat(Counters.in(folder).store().formers(folder.resolve("b.counter"))).isEmpty();
  }

  @Test
  void one_that_comes_back_takes_the_place_of_the_one_there_is() throws IOException {
    Path path = withTwo(folder);
    DocumentStore store = Counters.in(folder).store();
    String newest = store.formers(path).get(0).id();
    try (var document = store.adoptFormer(DOMAIN, path, newest).orElseThrow()) {
      assertThat(depth(document)).isEqualTo(2);
      assertThat(document.session().state().isSaved()).isTrue();
      assertThat(document.session().verify().holds()).isTrue();
    }
    assertThat(store.formers(path)).extracting(FormerHistory::steps).containsExactly(0, 1);
  }

  @Test
  void the_file_may_be_gone_and_is_saved_again() throws IOException {
    Path path = withTwo(folder);
    DocumentStore store = Counters.in(folder).store();
    Files.delete(path);
    store.forget(path);
    String oldest = store.formers(path).get(1).id();
    try (var document = store.adoptFormer(DOMAIN, path, oldest).orElseThrow()) {
      assertThat(value(document)).isEqualTo(8);
      assertThat(document.save(SAVE)).isInstanceOf(Saving.Saved.class);
    }
    assertThat(path).hasContent("8\n");
  }

  @Test
  void one_that_is_not_there_is_refused_and_nothing_changes() throws IOException {
    Path path = withTwo(folder);
    DocumentStore store = Counters.in(folder).store();
    for (String id : new String[] {"", "x", ".gitignore", "01KDYAK348KKC6HYREDXM4VYCJ"}) {
      assertThatThrownBy(() -> store.adoptFormer(DOMAIN, path, id))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(store.formers(path)).hasSize(2);
    assertThat(store.hasHistory(path)).isTrue();
  }

  @Test
  void wherever_bringing_one_back_ends_none_is_lost() throws IOException {
    int last =
        Tries.sweep(n -> {
          Path own = Files.createTempDirectory(folder, "run");
          Path path = withTwo(own);
          String id = Counters.in(own).store().formers(path).get(0).id();
          boolean ends = !isBroughtBack(own, path, id, n);
          DocumentStore store = Counters.in(own).store();
          int there = store.hasHistory(path) ? 1 : 0;
          // One that was on its way may be in both places.
          assertThat(store.formers(path).size() + there).as("call " + n).isBetween(3, 4);
          if (there == 0) {
            store.adoptFormer(DOMAIN, path, id).orElseThrow().close();
          }
          try (var document = Counters.in(own).open(path)) {
            assertThat(value(document)).isEqualTo(13);
          }
          return ends;
        });
    assertThat(last).isGreaterThan(50);
  }

  /** Whether a program that ends at a call came so far. */
  private static boolean isBroughtBack(Path own, Path path, String id, int at) {
    AtomicInteger calls = new AtomicInteger();
    FailingDisk disk = FailingDisk.unforced(new FileDisk(), call -> calls.getAndIncrement() >= at);
    DocumentStore store = Counters.in(own, FileJournal.Settings.standard().on(disk)).store();
    try {
      store.adoptFormer(DOMAIN, path, id).orElseThrow().close();
      return calls.get() <= at;
    } catch (JournalException e) {
      assertThat(calls.get()).as(e.toString()).isGreaterThan(at);
      return false;
    }
  }
}
