package dev.fcp.eventlog.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.Subscription;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Clause("DO-11")
class AutoSaveTest {

  private static final EditOptions SAVE = EditOptions.of("auto-save", Origin.of("ann"));
  private static final long SECOND = 1_000_000_000L;
  private static final Durability.Interval AN_HOUR =
      new Durability.Interval(Duration.ofHours(1), Duration.ofHours(2));

  @TempDir private Path folder;

  private final DocumentStore store = new DocumentStore(SessionSettings.standard());
  private final ManualClock clock = new ManualClock();
  private final List<SaveResult> results = new ArrayList<>();

  /** A clock that the test sets. */
  private static final class ManualClock implements Document.AutoSaveClock {

    private long now;
    private long dueAt = Long.MAX_VALUE;
    private Runnable due = () -> {};

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public void schedule(long nanoTime, Runnable work) {
      dueAt = nanoTime;
      due = work;
    }

    void turn(long nanos) {
      now += nanos;
      if (dueAt <= now) {
        dueAt = Long.MAX_VALUE;
        due.run();
      }
    }
  }

  private Document<Counter, CounterEvent> opened() throws IOException {
    Path path = Files.writeString(folder.resolve("a.counter"), "7\n");
    return store.open(new CounterDomain(), path, Origin.of("ann")).orElseThrow();
  }

  private Subscription start(Document<Counter, CounterEvent> document) {
    return new AutoSave(document, SAVE, Durability.interval(), results::add, clock);
  }

  private static void add(Document<Counter, CounterEvent> document, int n) {
    document.session().step(SAVE, builder -> builder.emit(new CounterEvent.Added(n)));
  }

  private String text() throws IOException {
    return Files.readString(folder.resolve("a.counter"));
  }

  @Test
  void a_change_is_saved_half_a_second_after_the_last_one() throws IOException {
    Document<Counter, CounterEvent> document = opened();
    start(document);
    add(document, 1);
    clock.turn(SECOND / 2 - 1);
    assertThat(text()).isEqualTo("7\n");
    add(document, 1);
    clock.turn(SECOND / 2 - 1);
    assertThat(text()).isEqualTo("7\n");
    clock.turn(1);
    assertThat(text()).isEqualTo("9\n");
    assertThat(results).singleElement().isInstanceOf(SaveResult.Saved.class);
    clock.turn(60 * SECOND);
    assertThat(results).hasSize(1);
  }

  @Test
  void after_another_save_the_five_seconds_begin_with_the_next_change() throws IOException {
    Document<Counter, CounterEvent> document = opened();
    start(document);
    for (int i = 0; i < 12; i++) {
      add(document, 1);
      clock.turn(SECOND * 2 / 5);
    }
    assertThat(document.save(SAVE)).isInstanceOf(SaveResult.Saved.class);
    add(document, 1);
    clock.turn(SECOND / 2 - 1);
    assertThat(text()).isEqualTo("19\n");
    clock.turn(1);
    assertThat(text()).isEqualTo("20\n");
    assertThat(results).hasSize(1);
  }

  @Test
  void continuous_edits_are_saved_every_five_seconds() throws IOException {
    Document<Counter, CounterEvent> document = opened();
    start(document);
    add(document, 1);
    for (int i = 0; i < 12; i++) {
      clock.turn(4 * SECOND / 10);
      add(document, 1);
      assertThat(results).isEmpty();
    }
    clock.turn(2 * SECOND / 10);
    assertThat(results).hasSize(1);
    assertThat(text()).isEqualTo("20\n");
    add(document, 1);
    clock.turn(SECOND / 2);
    assertThat(text()).isEqualTo("21\n");
  }

  @Test
  void an_undo_is_saved_but_naming_a_point_is_not() throws IOException {
    Document<Counter, CounterEvent> document = opened();
    start(document);
    document.session().with(SAVE).checkpoint("start");
    clock.turn(SECOND);
    assertThat(results).isEmpty();
    add(document, 1);
    clock.turn(SECOND);
    document.session().with(SAVE).undo(1);
    clock.turn(SECOND);
    assertThat(results).hasSize(2);
    assertThat(text()).isEqualTo("7\n");
  }

  @Test
  void a_draft_and_a_saved_document_are_not_saved() throws IOException {
    Document<Counter, CounterEvent> draft = store.create(new CounterDomain(), Origin.of("ann"));
    start(draft);
    add(draft, 1);
    clock.turn(SECOND);
    assertThat(results).isEmpty();
    Document<Counter, CounterEvent> document = opened();
    start(document);
    add(document, 1);
    document.save(SAVE);
    clock.turn(SECOND);
    assertThat(results).isEmpty();
  }

  @Test
  void a_failed_or_refused_save_is_reported_and_the_next_change_is_tried() throws IOException {
    Document<Counter, CounterEvent> document = opened();
    start(document);
    add(document, 1);
    Files.delete(folder.resolve("a.counter"));
    Files.createDirectory(folder.resolve("a.counter"));
    clock.turn(SECOND);
    assertThat(results).singleElement().isInstanceOf(SaveResult.Refused.class);
    Files.delete(folder.resolve("a.counter"));
    add(document, 1);
    clock.turn(SECOND);
    assertThat(text()).isEqualTo("9\n");
  }

  @Test
  void an_exception_of_the_format_is_reported() throws IOException {
    CounterDomain counter = new CounterDomain();
    var faulty =
        new ForwardingDomain<Counter, CounterEvent>(counter) {
          @Override
          public DocumentFormat<Counter> format() {
            return new ZeroWritingFormatDomain(counter.format());
          }
        };
    Path path = Files.writeString(folder.resolve("a.counter"), "7\n");
    Document<Counter, CounterEvent> document =
        store.open(faulty, path, Origin.of("ann")).orElseThrow();
    start(document);
    add(document, 1);
    clock.turn(SECOND);
    assertThat(results)
        .singleElement()
        .extracting(SaveResult::toString)
        .asString()
        .contains("the counter format has a fault");
  }

  /** A format that writes 0 instead of the value. */
  private record ZeroWritingFormatDomain(DocumentFormat<Counter> format)
      implements DocumentFormat<Counter> {

    @Override
    public List<String> extensions() {
      return format.extensions();
    }

    @Override
    public ReadResult<Counter> read(byte[] bytes) {
      return format.read(bytes);
    }

    @Override
    public byte[] write(Counter model, List<Source> sources) {
      return format.write(new Counter(0), sources);
    }
  }

  @Test
  void closing_a_document_completes_its_pending_save() throws IOException {
    AtomicReference<SaveResult> answer = new AtomicReference<>();
    Document<Counter, CounterEvent> document = opened();
    document.autoSave(SAVE, AN_HOUR, answer::set);
    add(document, 1);
    document.close();
    assertThat(text()).isEqualTo("8\n");
    assertThat(answer.get()).isInstanceOf(SaveResult.Saved.class);
  }

  @Test
  void discarded_changes_are_not_saved() throws IOException {
    Document<Counter, CounterEvent> document = opened();
    document.autoSave(SAVE, AN_HOUR, results::add);
    add(document, 1);
    Files.delete(folder.resolve("a.counter"));
    document.discardUnsaved(SAVE);
    assertThat(folder.resolve("a.counter")).doesNotExist();
    assertThat(results).isEmpty();
  }

  @Test
  void it_stops_when_it_is_closed() throws IOException {
    Document<Counter, CounterEvent> document = opened();
    Subscription saving = start(document);
    add(document, 1);
    saving.close();
    clock.turn(SECOND);
    add(document, 1);
    clock.turn(SECOND);
    assertThat(text()).isEqualTo("7\n");
  }

  @Test
  void it_saves_in_its_own_thread() throws Exception {
    Document<Counter, CounterEvent> document = opened();
    CountDownLatch saved = new CountDownLatch(1);
    Durability.Interval soon = new Durability.Interval(Duration.ofMillis(1), Duration.ofMillis(2));
    try (Subscription saving = document.autoSave(SAVE, soon, answer -> saved.countDown())) {
      add(document, 1);
      assertThat(saved.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(saving).isNotNull();
    }
    assertThat(text()).isEqualTo("8\n");
  }

  @Test
  void the_documents_of_a_store_save_themselves_until_they_are_closed() throws Exception {
    Path path = Files.writeString(folder.resolve("a.counter"), "7\n");
    CountDownLatch saved = new CountDownLatch(1);
    Durability.Interval soon = new Durability.Interval(Duration.ofMillis(1), Duration.ofMillis(2));
    DocumentStore saving = store.withAutoSave(soon, answer -> saved.countDown());
    Document<Counter, CounterEvent> document =
        saving.open(new CounterDomain(), path, Origin.of("ann")).orElseThrow();
    add(document, 1);
    assertThat(saved.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(text()).isEqualTo("8\n");
    document.close();
  }
}
