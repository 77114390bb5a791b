package dev.fcp.agents;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.FileJournal.SnapshotPolicy;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.journal.CrashingDisk;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/**
 * Random programs on a history of the first release: steps of three agents, undo, redo, rewinds,
 * branches, moves to the archive, pruning, and restarts. Every state is that of folding the events
 * of the steps that lead to it.
 */
class AgentHistoryProgramsTest {

  private static final AgentsDomain DOMAIN = AgentFiles.DOMAIN;
  private static final Path JOURNAL = Path.of("/home/ann/.fcp/project.agents");
  private static final Path ARCHIVE = Path.of("/cold");
  private static final int OPERATIONS = 40;
  private static final int CHOICES = 20_000;

  /** The history and, beside it, the model at each of its points, by a fold. */
  private static final class Program {

    private final Choices choices;
    private final FileJournal.Settings settings;
    private final Map<HistoryPoint, EntityModel<String, Item>> folded = new HashMap<>();
    private FileJournal journal;
    private Session<EntityModel<String, Item>, AgentEvent> session;

    Program(long seed) throws IOException {
      choices = Choices.random(new Random(seed), CHOICES);
      CrashingDisk disk = new CrashingDisk();
      for (Path file : keptFiles()) {
        disk.put(JOURNAL.resolve(file.getFileName()), Files.readAllBytes(file));
      }
      assertThat(FolderArchive.create(disk, ARCHIVE)).isNotNull();
      settings =
          FileJournal.Settings.defaults()
              .withDisk(disk)
              .withSnapshotPolicy(new SnapshotPolicy(5, 1L << 30, Duration.ofDays(99)))
              .withSegmentBytes(1000)
              .withArchives(place -> new FolderArchive(disk, Path.of(place)));
      folded.put(HistoryPoint.BASE, AgentFiles.read(AgentFiles.bytes("project Bree\n")));
      reopen();
      journal.setArchive(ARCHIVE.toString());
    }

    private void reopen() {
      if (journal != null) {
        session.close();
      }
      journal = FileJournal.open(JOURNAL, settings);
      session = Session.resume(DOMAIN, journal, SessionSettings.standard());
    }

    void run() {
      for (int i = 0; i < OPERATIONS; i++) {
        String operation = operation();
        Statistics.collect(operation);
        session
            .state()
            .history()
            .steps()
            .forEach(
                step -> folded.computeIfAbsent(HistoryPoint.after(step.id()), it -> fold(step)));
        assertThat(session.model()).as(operation).isEqualTo(folded.get(session.state().head()));
      }
      requireStates();
      reopen();
      requireStates();
      session.close();
    }

    private EntityModel<String, Item> fold(Step<AgentEvent> step) {
      var model = requireNonNull(folded.get(session.state().history().parent(step.id())));
      for (AgentEvent event : step.events()) {
        model = DOMAIN.replay(event, model);
      }
      return model;
    }

    private String operation() {
      switch (choices.upTo(15)) {
        case 0 -> {
          session.undo(1 + choices.upTo(3));
          return "undo";
        }
        case 1 -> {
          session.redo(1 + choices.upTo(3));
          return "redo";
        }
        case 2 -> {
          rollback(StepFilter.ANY.withActor(agent()));
          return "rewind of an agent";
        }
        case 3 -> {
          rollback(StepFilter.ANY.withMessage(message()));
          return "rollback of a message";
        }
        case 4 -> {
          session.branches().name("branch " + choices.upTo(4), session.state().head());
          return "branch";
        }
        case 5 -> {
          List<StepId> steps = session.state().history().stepIds();
          choices
              .pickIfAny(steps)
              .ifPresent(step -> session.branches().switchTo(HistoryPoint.after(step)));
          return "switch";
        }
        case 6 -> {
          boolean isMoved =
              !session
                  .archive(ArchivePolicy.everything().withMinUndoDepth(1 + choices.upTo(3)))
                  .isEmpty();
          return isMoved ? "archive" : "archive of nothing";
        }
        case 7 -> {
          session.prune(new RetentionPolicy(4 + choices.upTo(8), Duration.ZERO, 4));
          return "prune";
        }
        case 8 -> {
          reopen();
          return "restart";
        }
        default -> {
          var model = session.model();
          AgentEvent event = AgentFiles.events(model).generate(choices);
          session.by(Origin.of(agent(), "s1", message())).step("edit", step -> step.emit(event));
          return "step";
        }
      }
    }

    private String agent() {
      return choices.pick(List.of("Elrond", "Gandalf", "Bilbo"));
    }

    private String message() {
      return choices.pick(List.of("m1", "m2", "m3"));
    }

    private void rollback(StepFilter filter) {
      var plan = session.rollbacks().plan(new RollbackSelection.Matching(filter));
      session.rollbacks().rollback(plan, Mode.BEST_EFFORT);
    }

    /** Every state is that of the fold, unless a step on the way to it was pruned. */
    private void requireStates() {
      assertThat(session.model()).isEqualTo(folded.get(session.state().head()));
      assertThat(session.verify().isValid()).isTrue();
      for (StepId step : session.state().history().stepIds()) {
        HistoryPoint point = HistoryPoint.after(step);
        var view = session.views().viewAt(point);
        if (view.isEmpty()) {
          assertThat(isPruned(point)).isTrue();
          continue;
        }
        var model = requireNonNull(folded.get(point));
        assertThat(view.get().model()).isEqualTo(model);
        assertThat(view.get().digest()).isEqualTo(DOMAIN.digest(model));
      }
    }

    /** Whether the first known state on the way to a point is not left any more. */
    private boolean isPruned(HistoryPoint point) {
      var history = session.state().history();
      assertThat(history.stepIds()).hasSizeLessThan(folded.size() - 1);
      HistoryPoint at = point;
      while (!at.isBase() && history.isKnown(at)) {
        at = history.parent(at.step().orElseThrow());
      }
      return session.views().viewAt(at).isEmpty();
    }
  }

  private static List<Path> keptFiles() throws IOException {
    try (Stream<Path> files =
        Files.list(
            Path.of(
                requireNonNull(
                        AgentHistoryProgramsTest.class.getResource("/journals/v1/agents/history"))
                    .toURI()))) {
      return files.toList();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Property(tries = 100)
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  @Clause({"HI-2", "AR-2", "AR-8", "JN-15"})
  void every_state_is_that_of_a_fold_of_its_steps(@ForAll long seed) throws IOException {
    new Program(seed).run();
    for (String operation :
        List.of("archive", "prune", "rewind of an agent", "switch", "restart")) {
      Statistics.coverage(it -> it.check(operation).count(count -> count > 0));
    }
  }
}
