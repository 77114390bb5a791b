package dev.fcp.server;

import dev.fcp.postgres.WorldStore;
import dev.fcp.postgres.WorldWorker;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of the commands that make a turn. */
final class WorkerOption {

  @Option(
      names = "--worker",
      paramLabel = "ID",
      description =
          "The id of this worker, which no other one has at the same time. Attempts that were left"
              + " behind under it are interrupted first. Default: a new id.")
  private @Nullable String id;

  /** Opens the worker. */
  WorldWorker open(WorldStore store) {
    return store.worker(Optional.ofNullable(id).orElseGet(WorkerOption::newId)).orElseThrow();
  }

  private static String newId() {
    return "%s-%s"
        .formatted(
            System.getProperty("user.name", "worker").toLowerCase(Locale.ROOT),
            UUID.randomUUID().toString().substring(0, 8));
  }
}
