package dev.fcp.server;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.journal.JournalRecord.Redacted;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.workspace.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fcp redact FILE}: purges a secret from the history of a file. */
@Command(
    name = "redact",
    description = {
      "Permanently purges a secret from the whole history of a file.",
      "The file itself must not contain it any more: remove it there first, and save.",
      "Undo then leads to states with a marker in its place. The history records who, when and why."
    },
    footer = {
      "",
      "Example: fcp redact shop.drawio --text - --reason \"key was leaked\" < secret.txt",
      "         fcp redact shop.drawio --entity Payments --reason \"asked by its author\"",
      "         fcp redact shop.drawio --entity Orders --field value --reason typo --dry-run"
    })
final class RedactCommand extends FileCommand {

  private static final String NOT_COUNTED =
      "! not counted: other records, names, versions of the file, pruned records, and what was"
          + " set aside";

  /** What is redacted. */
  static final class Choice {
    @Option(
        names = "--text",
        paramLabel = "TEXT",
        description = {
          "This text, wherever it occurs; - reads it from the standard input,",
          "so that it does not stay in the history of the shell."
        })
    private @Nullable String text;

    @Option(
        names = "--entity",
        paramLabel = "NAME",
        description = "All texts of this deleted entity, such as a shape; see fcp history.")
    private @Nullable String entity;
  }

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Choice choice = new Choice();

  @Option(
      names = "--field",
      paramLabel = "FIELD",
      description = "Only the former values of this field of the entity, which may exist.")
  private @Nullable String field;

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      required = true,
      description = "Why, for the record; without the secret.")
  private String reason = "";

  @Option(names = "--dry-run", description = "Shows in how many steps it is; changes nothing.")
  private boolean isDryRun;

  RedactCommand(Console console, Languages languages) {
    super(console, languages);
  }

  @Override
  public Integer call() {
    return history().open(this::run).code();
  }

  private ExitCode run(Workspace<?, ?> workspace) {
    Session<?, ?> session =
        workspace.document().orElseThrow().session().by(TargetFile.caller().origin());
    try {
      Redaction redaction = redaction(workspace);
      return isDryRun
          ? print("would redact", Optional.of(session.redactable(redaction, reason)))
          : print("redacted", session.redact(redaction, reason));
    } catch (RefusedException e) {
      return refuse(lines(e.conflicts().get(0)));
    } catch (OperationRefusedException e) {
      return refuse(List.of("! " + e.refusal().message()));
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      return refuse(List.of("! " + e.getMessage()));
    }
  }

  private Redaction redaction(Workspace<?, ?> workspace) {
    if (choice.text != null) {
      if (field != null) {
        throw new IllegalArgumentException("--field is for --entity");
      }
      return new Redaction.OfText(choice.text.equals("-") ? readLine() : choice.text);
    }
    EntityRef entity = workspace.entity(String.valueOf(choice.entity));
    return field == null ? new Redaction.OfEntity(entity) : new Redaction.OfField(entity, field);
  }

  private String readLine() {
    try {
      return Optional.ofNullable(console().in().readLine()).orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Conflict conflict) {
    List<String> lines = new ArrayList<>(List.of("! " + conflict.reason()));
    conflict.suggestion().ifPresent(suggestion -> lines.add("! " + suggestion));
    return lines;
  }

  private ExitCode refuse(List<String> lines) {
    return console().printError(ExitCode.REFUSED, lines.toArray(String[]::new));
  }

  private ExitCode print(String verb, Optional<Redacted> redacted) {
    if (redacted.isEmpty()) {
      return refuse(List.of("! the history of %s does not contain it".formatted(file())));
    }
    boolean isInSteps =
        !redacted.get().redactedSteps().isEmpty() || redacted.get().digestCount() > 0;
    String line =
        isDryRun && !isInSteps
            ? "! no step contains it"
            : "! %s %s; the digests of %s are marked"
                .formatted(
                    verb,
                    steps(redacted.get().redactedSteps().size()),
                    steps(redacted.get().digestCount()));
    console().out().println(Line.of(line).text());
    if (isDryRun) {
      console().out().println(Line.of(NOT_COUNTED).text());
    }
    if (redacted.get().kind() == Redacted.Kind.ENTITY) {
      console().out().println(Line.of("! its id stays; fcp redact --text purges an id").text());
    }
    return ExitCode.DONE;
  }

  private static String steps(long count) {
    return count + (count == 1 ? " step" : " steps");
  }
}
