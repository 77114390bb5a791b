package dev.fcp.server;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code fcp train}: runs typical commands on documents that the program carries. The start script
 * lets the JVM record the classes that these commands need, in a cache for faster starts.
 */
@Command(name = "train", hidden = true, description = "Runs typical commands, for a faster start.")
final class TrainingCommand implements Callable<Integer> {

  private static final String MCP_INPUT =
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"train","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":2,"method":"tools/list"}
      """;

  private final Console console;

  TrainingCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    for (DemoScript script : DemoScript.ALL) {
      Path folder = Files.createTempDirectory("fcp-train-");
      try {
        Path file = folder.resolve(script.example());
        Files.write(file, DemoCommand.readDocument(script.example()));
        train(folder, script);
      } finally {
        MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
      }
    }
    return ExitCode.DONE.code();
  }

  private void train(Path folder, DemoScript script) {
    String file = script.example();
    List<String> batch = new ArrayList<>(List.of("run", file));
    batch.addAll(script.batch());
    batch.addAll(script.failingBatch().subList(0, script.failingBatch().size() - 1));
    run(folder, "query", file, "stats", "map");
    run(folder, batch.toArray(String[]::new));
    run(folder, "checkpoint", file, "trained");
    run(folder, "run", file, script.furtherEdits().get(0));
    for (String command : List.of("log", "history", "branches", "verify", "undo", "redo")) {
      run(folder, command, file);
    }
    run(folder, "diff", file, "trained");
    run(folder, "rollback", file, "--step", "1");
    run(folder, "card");
    run(folder, "mcp");
  }

  private void run(Path folder, String... args) {
    PrintWriter silence = new PrintWriter(Writer.nullWriter());
    Console silent =
        new Console(
            folder,
            new BufferedReader(Reader.nullReader()),
            silence,
            console.err(),
            new StandardStreams(
                new ByteArrayInputStream(MCP_INPUT.getBytes(StandardCharsets.UTF_8)),
                OutputStream.nullOutputStream()),
            false);
    int code = Program.run(silent, Map.of(), args);
    if (code != ExitCode.DONE.code()) {
      throw new IllegalStateException("exit code " + code + " of " + String.join(" ", args));
    }
  }
}
