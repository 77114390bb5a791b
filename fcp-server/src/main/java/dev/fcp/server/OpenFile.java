package dev.fcp.server;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.Opening;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
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

  /** Does something with the file in a workspace where it lies open. */
  ExitCode existing(Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguage(language -> {
      Path path = path();
      if (Files.isDirectory(path)) {
        return refuse(name + " is a folder", "name a file in it");
      }
      if (!Files.exists(path)) {
        return refuse("there is no file " + name, "fcp run --new " + name + " ...");
      }
      return opened(language, path, work);
    });
  }

  /** Does something with a new document, which will be the file. */
  ExitCode fresh(Function<Workspace<?, ?>, ExitCode> work) {
    return withLanguage(language -> {
      if (Files.exists(path())) {
        return refuse(name + " is there already", "fcp run " + name + " ..., without --new");
      }
      Workspace<?, ?> workspace = workspace(language);
      ExitCode created = console.showErrors(workspace.act("new", caller()));
      return created == ExitCode.DONE ? work.apply(workspace) : created;
    });
  }

  /** Who works at the command line. */
  static Caller caller() {
    return Caller.person(Origin.of(System.getProperty("user.name", "somebody")));
  }

  private ExitCode withLanguage(Function<DomainLanguage<?, ?>, ExitCode> work) {
    return languages
        .forFileName(name)
        .map(work)
        .orElseGet(() -> {
          Set<String> known = new LinkedHashSet<>();
          languages.all().forEach(it -> known.addAll(it.domain().format().extensions()));
          String extensions = known.stream().map(it -> "." + it).collect(Collectors.joining(", "));
          return refuse(
              "no kind of document is known by the name " + name,
              "a file name that ends with " + extensions);
        });
  }

  private <M, E> ExitCode opened(
      DomainLanguage<M, E> language, Path path, Function<Workspace<?, ?>, ExitCode> work) {
    return switch (store().open(language.domain(), path, caller().origin())) {
      case Opening.Opened<M, E>(Document<M, E> document, var news) -> {
        Workspace<M, E> workspace = workspace(language);
        workspace.open(document);
        yield work.apply(workspace);
      }
      case Opening.Undecided<M, E> undecided ->
          console.complain(ExitCode.REFUSED, "! " + name + ": " + undecided.reason());
      case Opening.Unreadable<M, E> broken -> {
        String hint = broken.suggestion().map(it -> "\n  try: " + it).orElse("");
        yield console.complain(
            ExitCode.BROKEN,
            "! %s cannot be read: at byte %d: %s%s"
                .formatted(name, broken.offsetBytes(), broken.reason(), hint));
      }
    };
  }

  private <M, E> Workspace<M, E> workspace(DomainLanguage<M, E> language) {
    return new Workspace<>(language, store(), WorkspaceSettings.standard(console.folder()));
  }

  private static DocumentStore store() {
    return new DocumentStore(SessionSettings.standard());
  }

  private Path path() {
    return console.folder().resolve(name);
  }

  private ExitCode refuse(String what, String instead) {
    return console.complain(ExitCode.REFUSED, "! " + what + "\n  try: " + instead);
  }
}
