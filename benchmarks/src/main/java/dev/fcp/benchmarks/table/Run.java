package dev.fcp.benchmarks.table;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The results of a run of the program, which can be stored as JSON. */
public record Run(String date, String machine, String jdk, String extent, List<Result> results) {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /**
   * Returns results of this machine, measured now.
   *
   * @param extent how thorough the run was: short, full or smoke
   */
  public static Run now(String extent, List<Result> results) throws IOException {
    String machine =
        "%s, %s, %d processors"
            .formatted(
                System.getProperty("os.arch"),
                processor(),
                Runtime.getRuntime().availableProcessors());
    String jdk = System.getProperty("java.vm.name") + " " + System.getProperty("java.version");
    String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return new Run(date, machine, jdk, extent, results);
  }

  private static String processor() throws IOException {
    Path file = Path.of("/proc/cpuinfo");
    if (!Files.isReadable(file)) {
      return System.getProperty("os.name");
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("model name"))
        .limit(1)
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .collect(joining());
  }

  /** Reads a run. */
  public static Run read(Path file) throws IOException {
    return JSON.readValue(Files.readString(file), Run.class);
  }

  /** Writes this run. */
  public void write(Path file) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(this) + "\n");
  }

  /** The result of a subject, if it was measured. */
  Optional<Result> find(String row, long size, String subject) {
    return of(row, size).stream().filter(result -> result.subject().equals(subject)).findFirst();
  }

  /** The results of all subjects. */
  List<Result> of(String row, long size) {
    return results.stream()
        .filter(result -> result.row().equals(row) && result.size() == size)
        .toList();
  }

  /** The sizes at which a row was measured, sorted. */
  List<Long> sizes(String row) {
    return results.stream()
        .filter(result -> result.row().equals(row))
        .map(Result::size)
        .distinct()
        .sorted()
        .toList();
  }
}
