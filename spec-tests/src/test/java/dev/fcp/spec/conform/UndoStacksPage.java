package dev.fcp.spec.conform;

import dev.fcp.spec.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** The page {@code UNDO-STACKS.md}: undo stacks from the npm registry, which have no names. */
final class UndoStacksPage {

  static final String PAGE = "spec-tests/UNDO-STACKS.md";

  /** The packages and their versions. */
  static final Map<String, String> PACKAGES =
      new TreeMap<>(
          Map.of("undo-manager", "1.1.1", "@reddojs/core", "0.0.8", "simple-undo", "1.0.2"));

  private static final String HEADER =
      """
      # Undo stacks without names

      These packages of the npm registry undo and redo events but have no checkpoints, so their drivers declare `"has":
      ["append","undo","redo","other"]`, and the suite tests only those operations; `other` concerns the driver. A package
      undoes one event in a call, so the adapter calls it as often as the count says, and refuses negative counts itself.
      Each package is used with its default settings, so a limit of the number of steps is a broken clause. A test verifies
      the table where Node and the registry are available.

      | package | result | broken clauses, with the shortest programs |
      |---|---|---|
      """;

  private UndoStacksPage() {}

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("undo-stacks");
    if (!install(folder)) {
      throw new IOException("npm cannot install the packages");
    }
    Files.writeString(SourceTree.root().resolve(PAGE), text(folder));
  }

  /** Installs the packages; returns whether that succeeded. */
  static boolean install(Path folder) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund"));
    command.addAll(List.of("--ignore-scripts", "--prefix", folder.toString()));
    PACKAGES.forEach((name, version) -> command.add(name + "@" + version));
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  static String text(Path folder) throws IOException, DriverException {
    String template = SourceTree.text("spec-tests/drivers/log_driver.mjs");
    String common =
        template.substring(
            template.indexOf("// ----", template.indexOf("// ----") + 1),
            template.indexOf("// The example log."));
    Path source = folder.resolve("driver.mjs");
    Files.writeString(
        source,
        SourceTree.text("spec-tests/src/test/resources/undo_stacks.mjs")
            + common
            + "await main();\n");
    StringBuilder text = new StringBuilder(HEADER);
    for (Map.Entry<String, String> stack : PACKAGES.entrySet()) {
      long start = System.nanoTime();
      String row = row(stack.getKey(), stack.getValue(), source);
      System.out.printf("%s%.1f s%n", row, (System.nanoTime() - start) / 1e9);
      text.append(row);
    }
    return text.toString();
  }

  private static String row(String name, String version, Path source) throws DriverException {
    List<String> command = List.of("node", source.toString(), name, source.getParent().toString());
    Runnable pause = () -> LockSupport.parkNanos(ProcessDriver.PAUSE.toNanos());
    try (Driver driver = new ProcessDriver(command, Duration.ofSeconds(5), pause)) {
      Report report =
          ConformanceSuite.run(
              driver,
              VectorFile.vectors(),
              RunSettings.all(1, 60),
              fault -> {
                throw new IllegalStateException(fault.toString());
              });
      List<String> broken =
          report.failures().stream()
              .map(failure -> failure.clause() + " " + FaultyDriversPage.programText(failure))
              .toList();
      String result =
          ConsoleReport.render(report).lines().reduce((first, last) -> last).orElseThrow();
      return "| %s %s | %s | %s |\n"
          .formatted(name, version, result, broken.isEmpty() ? "none" : String.join(", ", broken));
    }
  }
}
