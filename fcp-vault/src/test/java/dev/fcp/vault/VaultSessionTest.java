package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.ViewState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Several sessions edit one vault. */
class VaultSessionTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));

  private final VaultLanguage language = new VaultLanguage();
  private final OperationRunner<EntityModel<String, VaultFile>, VaultEvent> runner =
      new OperationRunner<>(language, CallLimits.STANDARD);

  private static SessionSettings settings(int seed) {
    return new SessionSettings(CLOCK, new UlidGenerator(CLOCK, new Random(seed)));
  }

  /** Appends an event; looks and tries again if another session was first. */
  private Response append(Session<EntityModel<String, VaultFile>, VaultEvent> session, int number) {
    Response response;
    do {
      session.refresh();
      response =
          runner.run(
              session,
              ViewState.initial(),
              List.of("timeline add 3 Evening \"Event %d\"".formatted(number)),
              EditOptions.of("append", Origin.of("agent", "S" + number, "m")));
    } while (response.text().contains("another session changed the document"));
    return response;
  }

  @Test
  void appends_to_the_timeline_by_ten_sessions_at_once_are_all_kept() throws Exception {
    VaultFormat format = new VaultFormat();
    ReadResult<EntityModel<String, VaultFile>> read =
        format.read(VaultUnderTest.archive(VaultUnderTest.campaign()));
    InMemoryJournal journal = InMemoryJournal.empty();
    var first =
        Session.open(
            language.domain(),
            (ReadResult.Readable<EntityModel<String, VaultFile>>) read,
            Origin.of("person"),
            journal,
            settings(0));
    try (ExecutorService threads = Executors.newFixedThreadPool(10)) {
      List<Callable<Response>> tasks = new ArrayList<>();
      for (int i = 1; i <= 10; i++) {
        int number = i;
        tasks.add(
            () -> append(Session.resume(language.domain(), journal, settings(number)), number));
      }
      for (Future<Response> response : threads.invokeAll(tasks)) {
        assertThat(response.get().isError()).describedAs(response.get().text()).isFalse();
      }
    }
    TextFile timeline = (TextFile) first.refresh().model().at("canon/timeline.md");
    for (int i = 1; i <= 10; i++) {
      assertThat(timeline.text()).containsOnlyOnce("- Event " + i + "\n");
    }
    assertThat(timeline.text().lines().filter(Markers::isMarker).distinct()).hasSize(20);
    assertThat(first.verify().isValid()).isTrue();
  }
}
