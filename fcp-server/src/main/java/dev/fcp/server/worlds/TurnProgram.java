package dev.fcp.server.worlds;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.postgres.Scenario;
import dev.fcp.postgres.WorldAttempt;
import dev.fcp.postgres.WorldStore;
import dev.fcp.verbs.Languages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.node.ObjectNode;

/**
 * A program that makes turns: it gets the state of the world on its standard input, and writes what
 * happens to its standard output. While it runs, no transaction is open.
 *
 * @param command the program and its arguments
 * @param folder the folder in which it runs
 * @param errors receives what it writes to its standard error
 */
public record TurnProgram(List<String> command, Path folder, PrintWriter errors) {

  /** The maximum length of a line, in UTF-16 code units. */
  static final int MAX_LINE_CHARS = 1 << 20;

  /** How long the rest of the error output is awaited if another process holds it open. */
  private static final Duration ERRORS_GRACE = Duration.ofSeconds(1);

  /** Copies the list. */
  public TurnProgram {
    command = List.copyOf(command);
  }

  /**
   * Runs the program and ends the attempt.
   *
   * @param time the time in the world after the turn, unless the program says another one; empty
   *     for the chronon of the scenario
   */
  public TurnResult run(
      WorldStore store, Languages languages, WorldAttempt<?, ?> attempt, OptionalLong time) {
    return runTyped(store, languages, attempt, time);
  }

  private <M, E> TurnResult runTyped(
      WorldStore store, Languages languages, WorldAttempt<M, E> attempt, OptionalLong time) {
    TurnLines<M, E> lines = TurnLines.of(store, languages, attempt, attempt.info().workerId());
    Optional<String> failure;
    try {
      failure = execute(attempt, lines);
    } catch (RuntimeException | Error e) {
      failAfter(e, attempt);
      throw e;
    }
    OptionalLong said = lines.simulationTime();
    return TurnResult.end(attempt, failure, said.isPresent() ? said : time);
  }

  private static void failAfter(Throwable reason, WorldAttempt<?, ?> attempt) {
    try {
      TurnResult unused =
          TurnResult.failed(
              attempt,
              reason instanceof JournalException
                  ? "the database could not be used: " + reason.getMessage()
                  : "internal error: " + reason);
    } catch (JournalException e) {
      // The attempt expires.
      reason.addSuppressed(e);
    }
  }

  /** Runs the program to its end, or to its first wrong line; returns why the attempt failed. */
  private Optional<String> execute(WorldAttempt<?, ?> attempt, TurnLines<?, ?> lines) {
    byte[] state = (Json.text(input(attempt)) + "\n").getBytes(StandardCharsets.UTF_8);
    Process process;
    try {
      ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
      builder.environment().put("FCP_WORLD", attempt.info().world());
      builder.environment().put("FCP_ATTEMPT", attempt.id().toString());
      process = builder.start();
    } catch (IOException e) {
      return Optional.of(
          "the program cannot be started: " + String.valueOf(e.getMessage()).strip());
    }
    Thread errorReader = Thread.ofVirtual().start(() -> copyErrors(process.getErrorStream()));
    Thread unused = Thread.ofVirtual().start(() -> write(process.getOutputStream(), state));
    try {
      Optional<String> failure = apply(process.getInputStream(), lines);
      if (failure.isPresent()) {
        return failure;
      }
      int exitCode = process.waitFor();
      boolean unusedEnd = errorReader.join(ERRORS_GRACE);
      return exitCode == 0
          ? Optional.empty()
          : Optional.of("the program ended with exit code " + exitCode);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("the program was interrupted");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.toHandle().destroyForcibly();
    }
  }

  /** The state, and the profile of the scenario if there is one. */
  private static ObjectNode input(WorldAttempt<?, ?> attempt) {
    ObjectNode input = WorldJson.of(attempt.stateBefore());
    Scenario scenario = attempt.scenario();
    if (scenario.profileLabel().isPresent()) {
      ObjectNode profile =
          input.putObject("profile").put("label", scenario.profileLabel().orElseThrow());
      ObjectNode components = profile.putObject("components");
      scenario
          .components()
          .forEach((kind, content) -> components.set(kind, WorldJson.tree(content)));
    }
    return input;
  }

  private static void write(OutputStream to, byte[] bytes) {
    try (to) {
      to.write(bytes);
    } catch (IOException e) {
      // A program need not read its input.
      return;
    }
  }

  private void copyErrors(InputStream from) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
      reader
          .lines()
          .forEach(line -> {
            errors.println(line);
            errors.flush();
          });
    } catch (IOException | UncheckedIOException e) {
      errors.flush();
    }
  }

  private static Optional<String> apply(InputStream output, TurnLines<?, ?> lines) {
    int number = 0;
    try (Reader reader =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8.newDecoder()))) {
      StringBuilder line = new StringBuilder();
      for (int next = reader.read(); next >= 0 || !line.isEmpty(); next = reader.read()) {
        if (next >= 0 && next != '\n') {
          if (line.length() == MAX_LINE_CHARS) {
            return Optional.of(
                "line %d is longer than %d characters".formatted(number + 1, MAX_LINE_CHARS));
          }
          line.append((char) next);
          continue;
        }
        number++;
        lines.apply(line.toString());
        line.setLength(0);
        if (lines.failure().isPresent()) {
          return lines.failure();
        }
      }
      return Optional.empty();
    } catch (TurnLineException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (CharacterCodingException e) {
      return Optional.of("line %d is not UTF-8".formatted(number + 1));
    } catch (IOException e) {
      return Optional.of("the output of the program cannot be read: " + e.getMessage());
    }
  }
}
