package dev.fcp.server;

import com.google.common.base.Throwables;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.FileNews;
import dev.fcp.eventlog.document.JournalFiles;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.document.Repairing;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Intent;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The file that a command names, and the language of its domain.
 *
 * @param console what surrounds the command
 * @param languages the languages the program speaks
 * @param name the file as it was typed
 */
record OpenFile(Console console, Languages languages, String name) {

  /** Does something with the file and its history in a workspace where it lies open. */
  ExitCode existing(Function<Workspace<?, ?>, ExitCode> work) {
    return withFile((language, path) -> opened(language, lasting(), path, true, work));
  }

  /**
   * As {@link #existing}; a file without a history gets none if what is to be recorded there would
   * be refused. How a file that is not there is made is told.
   *
   * @param attempt the same, to be tried before
   */
  ExitCode beginning(
      Function<Workspace<?, ?>, Answer> attempt, Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguage(language ->
        isMissing()
            ? refuse(
                NearFiles.missing(name, path()), CommandHints.command("run --new", name, List.of()))
            : begun(attempt, work));
  }

  private ExitCode begun(
      Function<Workspace<?, ?>, Answer> attempt, Function<Workspace<?, ?>, ExitCode> work) {
    if (!lasting().hasHistory(path())) {
      ExitCode tried = withHistory(workspace -> console.showErrors(attempt.apply(workspace)));
      if (tried != ExitCode.DONE) {
        return tried;
      }
    }
    return existing(work);
  }

  /**
   * Does something with the file that decides about a version which somebody else wrote; that it is
   * there is not told first. A file without a history gets none.
   */
  ExitCode deciding(Function<Workspace<?, ?>, ExitCode> work) {
    return withHistory(false, work);
  }

  /** Does something with the history of the file; if it has none, it gets none. */
  ExitCode withHistory(Function<Workspace<?, ?>, ExitCode> work) {
    return withHistory(true, work);
  }

  private ExitCode withHistory(boolean tells, Function<Workspace<?, ?>, ExitCode> work) {
    return withFile((language, path) -> {
      Optional<Opening<?, ?>> moved = lasting().movedFrom(path);
      return moved.isPresent()
          ? notOpened(moved.get())
          : opened(language, lastingIfAny(path), path, tells, work);
    });
  }

  /**
   * Looks at the history of the file, also if nothing can be written there, or somebody holds it.
   */
  ExitCode history(Function<Workspace<?, ?>, ExitCode> work) {
    return withFile((language, path) -> {
      Optional<Opening<?, ?>> moved = lasting().movedFrom(path);
      return moved.isPresent()
          ? notOpened(moved.get())
          : opened(language, lastingIfAny(path).looking(), path, true, work);
    });
  }

  /** Looks at the file; if it has no history, it gets none. */
  ExitCode asItIs(Function<Workspace<?, ?>, ExitCode> work) {
    return withFile((language, path) -> opened(language, shown(path), path, true, work));
  }

  /** A history that belongs to somebody else hides no file that does not. */
  private DocumentStore shown(Path path) {
    try {
      return lastingIfAny(path).looking();
    } catch (JournalException e) {
      console.err().println("! " + e.getMessage());
      console.err().println("! this is the file as it stands, without what its history tells");
      return passing();
    }
  }

  /** Does something with a copy of the document, of which neither file nor history will tell. */
  ExitCode forNow(Function<Workspace<?, ?>, ExitCode> work) {
    return withFile((language, path) -> forNow(language, path, work));
  }

  private <M, E> ExitCode forNow(
      DomainLanguage<M, E> language, Path path, Function<Workspace<?, ?>, ExitCode> work) {
    return opened(
        language,
        shown(path),
        path,
        true,
        original -> copied(language, original.document().orElseThrow().session().model(), work));
  }

  private <M, E> ExitCode copied(
      DomainLanguage<M, E> language, M model, Function<Workspace<?, ?>, ExitCode> work) {
    DocumentStore store = passing();
    try (Workspace<M, E> copy = workspace(language, store)) {
      copy.open(
          store.create(language.domain(), readable(language.domain(), model), caller().origin()));
      return work.apply(copy);
    }
  }

  private static <M, E> ReadResult.Readable<M> readable(Domain<M, E> domain, M model) {
    return switch (domain.format().read(domain.format().write(model, List.of()))) {
      case ReadResult.Readable<M> readable -> readable;
      case ReadResult.Unreadable<M> unreadable ->
          throw new IllegalStateException(
              "the %s format does not read what it wrote: %s".formatted(domain.name(), unreadable));
    };
  }

  /**
   * Does something with a new document, which will be the file.
   *
   * @param lasts whether it gets a history
   * @param instead the command for a file that is there
   */
  ExitCode fresh(boolean lasts, String instead, Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguage(language -> {
      if (Files.exists(path())) {
        return refuse(name + " is there already", instead);
      }
      Path folder = path().toAbsolutePath().getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        return refuse("there is no folder " + folder, "mkdir -p " + folder);
      }
      try (Workspace<?, ?> workspace = workspace(language, lasts ? lasting() : passing())) {
        ExitCode created = console.showErrors(workspace.act("new", caller()));
        return created == ExitCode.DONE ? made(workspace, work) : created;
      }
    });
  }

  /** What does not become a file leaves no draft, for no command would find it. */
  private ExitCode made(Workspace<?, ?> workspace, Function<Workspace<?, ?>, ExitCode> work) {
    boolean done = false;
    try {
      ExitCode code = work.apply(workspace);
      done = code == ExitCode.DONE;
      return code;
    } catch (JournalException e) {
      throw isFileless(workspace) ? notMade(e) : e;
    } finally {
      if (!done && isFileless(workspace)) {
        workspace
            .document()
            .ifPresent(document -> document.discard(Intent.of("discard", caller().origin())));
      }
    }
  }

  private static boolean isFileless(Workspace<?, ?> workspace) {
    return workspace.document().filter(document -> document.path().isEmpty()).isPresent();
  }

  /** The failure of a save that would have made the file: of all that was done nothing is left. */
  private JournalException notMade(JournalException failure) {
    Throwable cause = Throwables.getRootCause(failure);
    return new JournalException(
        "%s cannot be saved: %s; nothing was made".formatted(name, cause), cause);
  }

  /** Does something with what is readable of a damaged file. */
  ExitCode repaired(Function<Workspace<?, ?>, ExitCode> work) {
    return withFile((language, path) -> repaired(language, path, work));
  }

  private <M, E> ExitCode repaired(
      DomainLanguage<M, E> language, Path path, Function<Workspace<?, ?>, ExitCode> work) {
    DocumentStore store = lasting();
    return switch (store.repair(language.domain(), path, caller().origin())) {
      case Repairing.Repaired<M, E>(var document, var findings) -> {
        findings.forEach(finding -> console.out().println("! " + finding));
        try (Workspace<M, E> workspace = workspace(language, store)) {
          workspace.open(document);
          yield work.apply(workspace);
        }
      }
      case Repairing.Hopeless<M, E>(var opening) -> notOpened(opening);
    };
  }

  /** Does something with the file, opened with a history that was chosen. */
  ExitCode adopted(String choice, Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguage(language -> {
      try (Workspace<?, ?> workspace = workspace(language, lasting())) {
        Answer answer = CommandHints.of(workspace.act(choice, caller()), name);
        ExitCode code = console.showErrors(answer);
        if (code != ExitCode.DONE) {
          return code;
        }
        // That it is open, and its digest, are shown by what follows.
        answer.lines().stream()
            .limit(answer.lines().size() - 1)
            .filter(line -> !line.startsWith("! opened "))
            .forEach(console.out()::println);
        return work.apply(workspace);
      }
    });
  }

  /** Carries out an action about the file that opens nothing, and shows what came of it. */
  ExitCode told(String action) {
    return withLanguage(language -> {
      try (Workspace<?, ?> workspace = workspace(language, lasting())) {
        return console.show(CommandHints.of(workspace.act(action, caller()), name));
      }
    });
  }

  /** Does something with a copy of the document as it was at a checkpoint. */
  ExitCode at(String checkpoint, Function<Workspace<?, ?>, ExitCode> work) {
    return withFile((language, path) -> at(language, path, checkpoint, work));
  }

  private <M, E> ExitCode at(
      DomainLanguage<M, E> language,
      Path path,
      String checkpoint,
      Function<Workspace<?, ?>, ExitCode> work) {
    return opened(
        language,
        shown(path),
        path,
        true,
        original -> {
          Session<M, E> session = original.document().orElseThrow().session();
          Optional<M> model = session.modelOf(checkpoint);
          return model.isPresent()
              ? copied(language, model.get(), work)
              : refuse(
                  "no state is kept of a checkpoint " + checkpoint,
                  CommandHints.command("query", name, List.of("status")));
        });
  }

  /** Deletes the history of the file, if that is wanted for sure. */
  ExitCode forgotten(boolean isSure) {
    return withFile((language, path) -> {
      if (!lasting().hasHistory(path())) {
        return refuse(
            name + " has no history", CommandHints.command("query", name, List.of("status")));
      }
      if (!isSure) {
        return refuse(
            "this would delete the history of %s for good".formatted(name),
            CommandHints.command("forget --yes", name, List.of()));
      }
      lasting().forget(path());
      console.out().println("! the history of %s is deleted".formatted(name));
      return ExitCode.DONE;
    });
  }

  /** Who works at the command line. */
  static Caller caller() {
    return Caller.person(Origin.of(System.getProperty("user.name", "somebody")));
  }

  private ExitCode withFile(BiFunction<DomainLanguage<?, ?>, Path, ExitCode> work) {
    return withLanguage(language -> {
      Path path = path();
      if (Files.isDirectory(path)) {
        return console.complain(
            ExitCode.REFUSED, "! %s is a folder%n! give a file in it".formatted(name));
      }
      if (isMissing()) {
        return console.complain(ExitCode.REFUSED, "! " + NearFiles.missing(name, path()));
      }
      return work.apply(language, path);
    });
  }

  private boolean isMissing() {
    return !Files.exists(path()) && !lasting().hasHistory(path());
  }

  private ExitCode withLanguage(Function<DomainLanguage<?, ?>, ExitCode> work) {
    return languages
        .forFileName(name)
        .map(work)
        .orElseGet(() -> {
          Set<String> known = new LinkedHashSet<>();
          languages.all().forEach(it -> known.addAll(it.domain().format().extensions()));
          String extensions = known.stream().map(it -> "." + it).collect(Collectors.joining(", "));
          return console.complain(
              ExitCode.REFUSED,
              "! no kind of document is known by the name %s; known are %s"
                  .formatted(name, extensions));
        });
  }

  private <M, E> ExitCode opened(
      DomainLanguage<M, E> language,
      DocumentStore store,
      Path path,
      boolean tells,
      Function<? super Workspace<M, E>, ExitCode> work) {
    Opening<M, E> opening = store.open(language.domain(), path, caller().origin());
    if (!(opening instanceof Opening.Opened<M, E> opened)) {
      return notOpened(opening);
    }
    try (Workspace<M, E> workspace = workspace(language, store)) {
      List<String> news = workspace.open(opened);
      if (tells || !(opened.news() instanceof FileNews.Undecided)) {
        news.stream().map(line -> CommandHints.of(line, name)).forEach(console.err()::println);
      }
      return work.apply(workspace);
    }
  }

  private ExitCode notOpened(Opening<?, ?> opening) {
    return switch (opening) {
      case Opening.Opened<?, ?> opened -> throw new IllegalStateException("it is open: " + opened);
      case Opening.Undecided<?, ?>(var path, var reason, var histories) ->
          refuse(name + ": " + reason, CommandHints.adopting(name, path, histories));
      case Opening.Unreadable<?, ?>(var path, var offsetBytes, var reason, var suggestion) ->
          console.complain(
              ExitCode.BROKEN,
              "! %s cannot be read: %s%s%s"
                  .formatted(
                      name,
                      offsetBytes == 0 ? "" : "at byte %d: ".formatted(offsetBytes),
                      reason,
                      suggestion.map(it -> "\n" + CommandHints.advice(it, name)).orElse("")));
    };
  }

  private <M, E> Workspace<M, E> workspace(DomainLanguage<M, E> language, DocumentStore store) {
    return new Workspace<>(language, store, WorkspaceSettings.standard(console.folder()));
  }

  private DocumentStore lasting() {
    Path folder = path().toAbsolutePath().getParent();
    return DocumentStore.withJournals(
        SessionSettings.standard(),
        JournalFiles.standard(folder == null ? console.folder() : folder));
  }

  private DocumentStore lastingIfAny(Path path) {
    return lasting().hasHistory(path) ? lasting() : passing();
  }

  private static DocumentStore passing() {
    return new DocumentStore(SessionSettings.standard());
  }

  private Path path() {
    return console.folder().resolve(name);
  }

  private ExitCode refuse(String what, String instead) {
    return console.complain(ExitCode.REFUSED, "! " + what + "\n  try: " + instead);
  }
}
