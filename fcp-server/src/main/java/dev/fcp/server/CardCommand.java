package dev.fcp.server;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.workspace.Workspace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fcp card [DOMAIN]}: prints the reference card. */
@Command(name = "card", description = "Shows all operations, queries and session actions.")
final class CardCommand implements Callable<Integer> {

  private final Console console;
  private final Languages languages;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DOMAIN",
      description = "The kind of document; all kinds if none is given.")
  private String domain = "";

  CardCommand(Console console, Languages languages) {
    this.console = console;
    this.languages = languages;
  }

  @Override
  public Integer call() {
    if (domain.isEmpty()) {
      languages.all().forEach(this::print);
      return ExitCode.DONE.code();
    }
    Optional<DomainLanguage<?, ?>> language = languages.forDomain(domain);
    if (language.isEmpty()) {
      List<String> known = languages.all().stream().map(it -> it.domain().name()).toList();
      return console
          .printError(
              ExitCode.REFUSED,
              "! unknown domain \"%s\"".formatted(domain),
              "  try: fcp card " + known.get(0))
          .code();
    }
    print(language.get());
    return ExitCode.DONE.code();
  }

  private <M, E> void print(DomainLanguage<M, E> language) {
    Workspace<M, E> workspace =
        new Workspace<>(
            language, new DocumentStore(SessionSettings.standard()), console.workspaceSettings());
    workspace.card().forEach(console.out()::println);
  }
}
