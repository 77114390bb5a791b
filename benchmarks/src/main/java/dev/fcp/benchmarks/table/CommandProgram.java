package dev.fcp.benchmarks.table;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Measures whole commands, from the start of the process to its end, and scripts that make the same
 * edits without a history.
 */
final class CommandProgram {

  private static final int CELLS = 5_000;
  private static final int NOTES = 100_000;
  private static final double SECONDS = 20;

  /** Changes a label with the XML library of Python. */
  private static final String EDIT_DIAGRAM =
      """
      import sys
      import xml.etree.ElementTree as tree
      document = tree.parse(sys.argv[1])
      for cell in document.iter('mxCell'):
          if cell.get('id') == sys.argv[2]:
              cell.set('value', 'Other')
      document.write(sys.argv[1])
      """;

  /** Reads the messages of all tracks, adds a note to the first track and writes the file. */
  private static final String EDIT_SONG =
      """
      import sys
      data = open(sys.argv[1], 'rb').read()
      def number(at):
          value = 0
          while True:
              value = value << 7 | data[at] & 127
              at += 1
              if data[at - 1] < 128:
                  return value, at
      def vlq(value):
          out = [value & 127]
          while value > 127:
              value >>= 7
              out.insert(0, 128 | value & 127)
          return bytes(out)
      tracks, at = [], 14
      while at < len(data):
          end = at + 8 + int.from_bytes(data[at + 4:at + 8], 'big')
          at += 8
          tick, status, messages = 0, 0, []
          while at < end:
              delta, at = number(at)
              tick += delta
              if data[at] > 127:
                  status = data[at]
                  at += 1
              length = 1 if status >> 4 in (12, 13) else 2
              if status >= 0xf0:
                  start = at
                  size, at = number(at + (status == 0xff))
                  length = at + size - start
                  at = start
              messages.append((tick, status, data[at:at + length]))
              at += length
          tracks.append(messages)
      tracks[0] += [(12000, 0x90, bytes([120, 64])), (12480, 0x80, bytes([120, 64]))]
      tracks[0].sort(key=lambda message: message[0])
      with open(sys.argv[1], 'wb') as out:
          out.write(data[:14])
          for messages in tracks:
              body, last = bytearray(), 0
              for tick, status, rest in messages:
                  body += vlq(tick - last) + bytes([status]) + rest
                  last = tick
              out.write(b'MTrk' + len(body).to_bytes(4, 'big') + body)
      """;

  private final Scale scale;
  private final String fcp;
  private final Path folder;

  private CommandProgram(Scale scale, String fcp, Path folder) {
    this.scale = scale;
    this.fcp = fcp;
    this.folder = folder;
  }

  /**
   * Measures everything.
   *
   * @param arguments scale, the program {@code fcp} in the folder with its examples, a folder on
   *     the disk to measure
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (TemporaryFolder temporary = TemporaryFolder.in(arguments[2])) {
      Path fcp = Path.of(arguments[1]).toRealPath();
      Path shop = fcp.resolveSibling("examples").resolve("shop.drawio");
      CommandProgram program =
          new CommandProgram(Scale.parse(arguments[0]), fcp.toString(), temporary.path());
      program.measureRuns(Files.readAllBytes(shop));
      program.measureLog(Files.readAllBytes(shop));
    }
  }

  private void measureRuns(byte[] shop) throws IOException, InterruptedException {
    Optional<String> python = output("python3", "-c", "import sys; print(sys.executable)");
    int cells = scale.of(100, CELLS);
    int notes = scale.of(160, NOTES);
    byte[] diagram = LargeFiles.diagram(cells);
    byte[] song = LargeFiles.song(notes);
    measureRun("run.small", shop.length, "shop.drawio", shop, "label Search \"Find it\"");
    measureRun("run.diagram", cells, "large.drawio", diagram, "label #s7 Other");
    measureRun("run.song", notes, "large.mid", song, "note #t1 C9 at:7");
    if (python.isPresent()) {
      String name = "Python script";
      List<String> script = List.of(python.get(), "-c");
      measure("run.small", shop.length, name, shop, "f", script, EDIT_DIAGRAM, "search");
      measure("run.diagram", cells, name, diagram, "f", script, EDIT_DIAGRAM, "s7");
      measure("run.song", notes, name, song, "f", script, EDIT_SONG, "");
    }
    measurePrototype("run.small", shop.length, shop, "search");
    measurePrototype("run.diagram", cells, diagram, "s7");
    if (output("node", "-v").isPresent()) {
      List<String> node = List.of("node", "-e");
      measure("run.small", shop.length, "Node, empty script", shop, "f", node, "0", "");
    }
  }

  /**
   * Measures the same edit of a diagram by a Java program without a history. A JVM makes no cache
   * of classes in folders, so this is skipped unless the benchmarks run from their jar.
   */
  private void measurePrototype(String row, long size, byte[] bytes, String cell)
      throws IOException, InterruptedException {
    String classPath = System.getProperty("java.class.path");
    if (Stream.of(classPath.split(File.pathSeparator))
        .anyMatch(it -> Files.isDirectory(Path.of(it)))) {
      return;
    }
    Path cache = folder.resolve("prototype.aot");
    List<String> java =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xlog:disable",
            "-cp",
            classPath);
    String main = EditPrototype.class.getName();
    if (!Files.exists(cache)) {
      Path example = Files.write(folder.resolve("example.drawio"), bytes);
      List<String> training = new ArrayList<>(java);
      training.add("-XX:AOTCacheOutput=" + cache);
      training.addAll(List.of(main, example.toString(), cell));
      seconds(training);
    }
    List<String> program = new ArrayList<>(java);
    program.add("-XX:AOTCache=" + cache);
    measure(row, size, "Java program with an AOT cache", bytes, "f", program, main, cell);
  }

  private void measureRun(String row, long size, String name, byte[] file, String operation)
      throws IOException, InterruptedException {
    measure(row, size, Result.FCP, file, name, List.of(fcp), "run", operation);
  }

  /** Measures a command whose second argument is a file; each round has a new folder. */
  private void measure(
      String row,
      long size,
      String subject,
      byte[] bytes,
      String fileName,
      List<String> program,
      String firstArgument,
      String lastArgument)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(firstArgument, "", lastArgument));
    double[] seconds = new double[scale.of(1, 7)];
    for (int i = -scale.of(0, 1); i < seconds.length; i++) {
      Path file = Files.createTempDirectory(folder, "round").resolve(fileName);
      Files.write(file, bytes);
      command.set(command.size() - 2, file.toString());
      seconds[Math.max(i, 0)] = seconds(command);
    }
    Result.print(row, size, subject, seconds);
  }

  /** Measures the listing of histories of steps that edit labels. */
  private void measureLog(byte[] bytes) throws IOException, InterruptedException {
    for (int steps : scale == Scale.SMOKE ? List.of(10) : List.of(1_000, 10_000, 100_000)) {
      Path file = Files.createTempDirectory(folder, "log").resolve("shop.drawio");
      Files.write(file, bytes);
      makeSteps(file, bytes, steps);
      List<String> command = List.of(fcp, "log", file.toString());
      List<Double> seconds = new ArrayList<>();
      long start = System.nanoTime();
      while (seconds.size() < scale.of(1, 5)
          && (seconds.size() < 2 || System.nanoTime() - start < SECONDS * 1e9)) {
        seconds.add(seconds(command));
      }
      Result.print(
          "log", steps, Result.FCP, seconds.stream().mapToDouble(Double::doubleValue).toArray());
    }
  }

  private static void makeSteps(Path file, byte[] bytes, int steps) {
    DiagramDomain domain = new DiagramDomain();
    EditOptions options = EditOptions.of("label Search", Origin.of("ann", "s1", "m7"));
    DiagramKey key = DiagramKey.cell("page-1", "search");
    try (FileJournal journal =
        FileJournal.open(
            file.resolveSibling(".fcp").resolve(file.getFileName()),
            FileJournal.Settings.defaults().withDurability(Durability.none()))) {
      var session =
          Session.open(
              domain,
              LargeFiles.read(domain, bytes),
              options.origin(),
              journal,
              SessionSettings.standard());
      for (int i = 0; i < steps; i++) {
        Cell cell = (Cell) session.model().find(key).orElseThrow();
        Cell other = cell.withLabel(Optional.of("Label " + i));
        DiagramEvent event = domain.between(key, cell, other).orElseThrow();
        session.step(options, builder -> builder.emit(event)).orElseThrow();
      }
    }
  }

  private double seconds(List<String> command) throws IOException, InterruptedException {
    Path printed = folder.resolve("printed.txt");
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    process.getOutputStream().close();
    int status = process.waitFor();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (status != 0) {
      throw new IllegalStateException(
          command + " ended with " + status + ": " + Files.readString(printed));
    }
    return seconds;
  }

  /** Returns what a program prints, or nothing if it is not installed. */
  private static Optional<String> output(String... command)
      throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).start();
    } catch (IOException e) {
      return Optional.empty();
    }
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
  }
}
