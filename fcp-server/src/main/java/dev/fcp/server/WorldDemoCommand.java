package dev.fcp.server;

import dev.fcp.postgres.WorldStore;
import dev.fcp.verbs.Languages;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fcp world demo}: demonstrates worlds on a server that it starts, or on a given one. */
@Command(
    name = "demo",
    description =
        "Shows worlds at work, on a PostgreSQL server that it starts for that (64-bit Linux), or on"
            + " an empty database.")
final class WorldDemoCommand implements Callable<Integer> {

  private final Console console;

  @Option(names = Program.STORE, paramLabel = "URL", description = "An empty database to use.")
  private @Nullable String storeUrl;

  @Spec private @Nullable CommandSpec spec;

  WorldDemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Optional<String> given = Program.explicitUrl(spec, storeUrl);
    if (given.isPresent()) {
      WorldStore store = Program.stored(spec, storeUrl).orElseThrow().worlds(Languages.installed());
      return store.scenarios().isEmpty() && store.list(true, Optional.empty()).isEmpty()
          ? new WorldDemo(console, given.get()).play().code()
          : console
              .printError(
                  ExitCode.REFUSED,
                  "! the database has worlds or scenarios already; the demonstration needs an empty"
                      + " one: createdb NAME")
              .code();
    }
    Optional<DemoServer> started = DemoServer.start();
    if (started.isEmpty()) {
      return console
          .printError(
              ExitCode.REFUSED,
              "! skipped: no PostgreSQL server can be started here; the one of the demonstration"
                  + " runs on 64-bit Linux, with ./fcp world demo",
              "  or use an empty database: fcp world demo --store jdbc:postgresql://HOST/DATABASE")
          .code();
    }
    try (DemoServer server = started.get()) {
      return new WorldDemo(console, server.url()).play().code();
    }
  }
}
