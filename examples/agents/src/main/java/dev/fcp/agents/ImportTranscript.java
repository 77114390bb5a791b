package dev.fcp.agents;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A program that adds a transcript to a project, as one step: {@code ImportTranscript
 * project.agents chat.jsonl Gandalf}. It adds the agent if the project has none with this name.
 */
public final class ImportTranscript {

  private ImportTranscript() {}

  /**
   * Runs the program.
   *
   * @param arguments the file of the project, the transcript, and the name of the agent
   * @throws IOException if the transcript cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 3) {
      System.err.println("usage: ImportTranscript PROJECT TRANSCRIPT AGENT");
      return;
    }
    run(arguments, System.out);
  }

  static void run(String[] arguments, PrintStream out) throws IOException {
    Path project = Path.of(arguments[0]).toAbsolutePath();
    Path folder = Optional.ofNullable(project.getParent()).orElse(project);
    // Bytes that are not UTF-8 are replaced: one damaged line must not hide the others.
    String lines = new String(Files.readAllBytes(Path.of(arguments[1])), StandardCharsets.UTF_8);
    String agent = arguments[2];
    Origin origin = Origin.of(agent);
    DocumentStore store =
        DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
    try (Document<EntityModel<String, Item>, AgentEvent> document =
        store.open(new AgentsDomain(), project, origin).orElseThrow()) {
      int[] added = {0};
      EditOptions options = EditOptions.of("import " + arguments[1], origin);
      document
          .session()
          .step(
              options,
              step -> {
                if (!step.model().contains(ItemSpec.agent(agent))) {
                  Item.Agent newAgent = Item.Agent.idle("", step.model().orderKeyAtEnd());
                  step.emit(new AgentsDomain().added(ItemSpec.agent(agent), newAgent));
                }
                added[0] = new Transcript(agent, step::model, step::emit).add(lines);
              })
          .orElseThrow();
      document.save(options);
      out.println(added[0] + " of " + lines.lines().count() + " lines are new");
    }
  }
}
