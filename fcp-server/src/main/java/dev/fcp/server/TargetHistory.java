package dev.fcp.server;

import com.google.common.base.Throwables;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.Document.RepairResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.journal.JournalRecordCodec;
import dev.fcp.eventlog.journal.RecoveryReport;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.workspace.Workspace;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The history of the file argument of a command, as a whole: verifies, repairs and replaces it. */
final class TargetHistory {

  private final TargetFile target;
  private final Console console;
  private final String name;
  private final Path path;
  private final DocumentStore store;
  private final ShellSuggestions suggestions;

  TargetHistory(TargetFile target) {
    this.target = target;
    this.console = target.console;
    this.name = target.name;
    this.path = target.path;
    this.store = target.store;
    this.suggestions = target.suggestions;
  }

  /** Prints all records in the history of the file, as lines of JSON; none without a history. */
  ExitCode printRecords() {
    if (target.isStored()) {
      return target.viewHistory(workspace -> {
        workspace.document().orElseThrow().records().stream()
            .map(JournalRecordCodec::toLine)
            .forEach(console.out()::println);
        return ExitCode.DONE;
      });
    }
    return target.withLanguageOfFile(language -> {
      store
          .historyFolder(path)
          .ifPresent(folder -> FileJournal.forEachLine(folder, console.out()::println));
      return ExitCode.DONE;
    });
  }

  /** Runs work on what could be recovered from a damaged file. */
  ExitCode repair(Function<Workspace<?, ?>, ExitCode> work) {
    return requireFile(language -> target.isMissing() ? target.missing() : repair(language, work));
  }

  private <M, E> ExitCode repair(
      DomainLanguage<M, E> language, Function<Workspace<?, ?>, ExitCode> work) {
    return switch (store.repair(language.domain(), path, TargetFile.caller().origin())) {
      case RepairResult.Repaired<M, E>(var document, var findings) -> {
        findings.forEach(finding -> console.out().println(Line.of("! " + finding).text()));
        try (Workspace<M, E> workspace = target.workspace(language, store)) {
          workspace.open(new OpenResult.Opened<>(document, new FileChange.None())).stream()
              .map(line -> suggestions.toShell(line, name))
              .forEach(console.out()::println);
          yield work.apply(workspace);
        }
      }
      case RepairResult.Irreparable<M, E>(var openResult) -> target.openFailure(openResult);
    };
  }

  /**
   * Verifies the history of the file as it is on the disk, and changes nothing.
   *
   * @param work verifies the history of the open document
   * @return {@link ExitCode#BROKEN} if the history is damaged; {@link ExitCode#REFUSED} if there is
   *     none, or if this user may not read it
   */
  ExitCode verify(Function<Workspace<?, ?>, Response> work) {
    if (target.isStored()) {
      return target.viewHistory(workspace -> {
        Response response = work.apply(workspace);
        ExitCode code = target.print(response);
        return response.isError() ? ExitCode.BROKEN : code;
      });
    }
    return target.withLanguageOfFile(language -> {
      try {
        return Files.exists(path) && store.hasHistory(path)
            ? verify(language, work)
            : target.openAndRun(
                language, store.forReading(), true, workspace -> refuseWithoutHistory());
      } catch (JournalException e) {
        if (Throwables.getRootCause(e) instanceof AccessDeniedException) {
          return console.printError(ExitCode.REFUSED, "! " + e.getMessage());
        }
        throw e;
      }
    });
  }

  private <M, E> ExitCode verify(
      DomainLanguage<M, E> language, Function<Workspace<?, ?>, Response> work) {
    OpenResult<M, E> openResult = store.inspectHistory(language.domain(), path);
    if (!(openResult instanceof OpenResult.Opened<M, E>(var document, var fileChange))) {
      return target.openFailure(openResult);
    }
    try (Workspace<M, E> workspace = target.workspace(language, store)) {
      workspace.open(document);
      Response response = work.apply(workspace);
      Optional<RecoveryReport> damage = document.recoveryReport().filter(it -> !it.isClean());
      if (!response.isError() && damage.isEmpty()) {
        return target.print(response);
      }
      target.print(new Response(response.content(), true));
      if (damage.filter(TargetHistory::isRepairable).isPresent()) {
        console
            .err()
            .println(Line.suggestion(suggestions.command("repair", name, List.of())).text());
      }
      return ExitCode.BROKEN;
    }
  }

  /** Whether a repair mends some of the damage; a missing source cannot be restored. */
  private static boolean isRepairable(RecoveryReport report) {
    return !report.losses().isEmpty() || !report.damagedSnapshots().isEmpty();
  }

  /** Runs an action that opens the file with another history, then work on the open file. */
  ExitCode adopt(ParsedOperation action, Function<Workspace<?, ?>, ExitCode> work) {
    return requireFile(language -> {
      try (Workspace<?, ?> workspace = target.workspace(language, store)) {
        Response response = workspace.act(action, TargetFile.caller());
        if (response.isError()) {
          return target.print(response);
        }
        // The first line names the file and the last is the digest; the work prints both.
        target.print(
            new Response(response.content().subList(1, response.content().size() - 1), false));
        return work.apply(workspace);
      }
    });
  }

  /** Runs an action that opens no document, and prints the response. */
  ExitCode runAction(ParsedOperation action) {
    return requireFile(language -> {
      try (Workspace<?, ?> workspace = target.workspace(language, store)) {
        return target.print(workspace.act(action, TargetFile.caller()));
      }
    });
  }

  /** Deletes the history of the file if the user has confirmed it. */
  ExitCode delete(boolean isConfirmed) {
    return requireFile(language -> deleteConfirmed(isConfirmed));
  }

  private ExitCode deleteConfirmed(boolean isConfirmed) {
    if (target.isMissing()) {
      return target.missing();
    }
    if (!store.hasHistory(path)) {
      return refuseWithoutHistory();
    }
    if (!isConfirmed) {
      return target.refuse(
          "this would permanently delete the history of %s; --yes confirms it".formatted(name),
          suggestions.command("history", name, List.of()));
    }
    store.deleteHistory(path);
    console.out().println(Line.of("! the history of %s is deleted".formatted(name)).text());
    return ExitCode.DONE;
  }

  /** Refuses a command on files if the documents are in a database. */
  private ExitCode requireFile(Function<DomainLanguage<?, ?>, ExitCode> work) {
    return target.isStored()
        ? console.printError(ExitCode.REFUSED, "! this command is for files, not for a database")
        : target.withLanguage(work);
  }

  private ExitCode refuseWithoutHistory() {
    return target.refuse(
        name + " has no history", suggestions.command("query", name, List.of("status")));
  }
}
