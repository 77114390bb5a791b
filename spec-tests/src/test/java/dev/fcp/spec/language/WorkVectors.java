package dev.fcp.spec.language;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import dev.fcp.spec.domains.counter.CounterLanguage;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.BaseFolder;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The results of a workspace of counters for the steps of {@code work-vectors.json}. */
final class WorkVectors {

  static final String FILE = "work-vectors.json";

  private static final Caller ANN = Caller.person(Origin.of("ann"));
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-04T12:05:00Z"));

  private final Path folder;
  private final Workspace<Counter, CounterEvent> workspace;

  private WorkVectors(Path folder) {
    this.folder = folder;
    SessionSettings settings = new SessionSettings(CLOCK, new UlidGenerator(CLOCK, new Random(1)));
    this.workspace =
        new Workspace<>(
            new CounterLanguage(),
            new DocumentStore(settings),
            new WorkspaceSettings(
                BaseFolder.confined(folder), CallLimits.STANDARD, CLOCK, ZoneOffset.UTC));
  }

  /**
   * The vector with these files and steps and its correct results; its files are created in the
   * folder.
   */
  static ObjectNode answered(JsonNode vector, Path folder) {
    ObjectNode answered = VectorFiles.head(vector);
    answered.set("files", vector.path("files"));
    vector
        .path("files")
        .forEachEntry((name, text) -> write(folder.resolve(name), text.stringValue()));
    WorkVectors work = new WorkVectors(folder);
    ArrayNode steps = answered.putArray("steps");
    vector.path("steps").forEach(step -> steps.add(work.step(step)));
    return answered;
  }

  private ObjectNode step(JsonNode asked) {
    ObjectNode step = VectorFiles.JSON.createObjectNode();
    Response answer;
    if (asked.has("apply")) {
      List<String> operations =
          asked.path("apply").valueStream().map(JsonNode::stringValue).toList();
      step.set("apply", asked.path("apply"));
      answer = workspace.run(operations, EditOptions.of("call", ANN.origin()));
    } else if (asked.has("session")) {
      step.set("session", asked.path("session"));
      answer = workspace.act(asked.path("session").stringValue(), ANN);
    } else {
      step.set("query", asked.path("query"));
      answer = workspace.query(asked.path("query").stringValue());
    }
    step.put("error", answer.isError());
    ArrayNode lines = step.putArray("lines");
    answer.text().lines().forEach(line -> lines.add(masked(line)));
    step.set("state", state());
    step.set("files", files());
    return step;
  }

  private static String masked(String line) {
    return line.replaceAll("hash:[0-9a-f]{8}", "hash:HASH");
  }

  private JsonNode state() {
    return workspace.document().isEmpty()
        ? VectorFiles.JSON.nullNode()
        : state(workspace.document().get().session().state());
  }

  private static ObjectNode state(SessionState<Counter, CounterEvent> state) {
    ObjectNode node =
        VectorFiles.JSON
            .createObjectNode()
            .put("value", state.model().value())
            .put("undo", state.undoDepth())
            .put("redo", state.redoDepth());
    ArrayNode names = node.putArray("checkpoints");
    state.checkpoints().forEach(named -> names.add(named.name()));
    return node;
  }

  private ObjectNode files() {
    ObjectNode files = VectorFiles.JSON.createObjectNode();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        files.put(file.getFileName().toString(), Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
