package dev.fcp.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/**
 * A process that runs commands on one document, one after another, after it has read a line. It
 * prints a line for each command: the exit code, the command and the refusal, if any.
 */
final class CommandLoop {

  /** The commands of a loop. */
  enum Kind {
    /** Undo and redo of one or two steps. */
    MOVES {
      @Override
      String[] command(String file, Random random, int index) {
        String count = Integer.toString(1 + random.nextInt(2));
        return new String[] {random.nextInt(5) < 3 ? "undo" : "redo", file, count};
      }
    },

    /** Runs of one operation. */
    RUNS {
      @Override
      String[] command(String file, Random random, int index) {
        return new String[] {"run", file, "add box Run" + index};
      }
    };

    abstract String[] command(String file, Random random, int index);
  }

  private CommandLoop() {}

  /** Runs commands; the arguments are the folder, the file, the kind, the number and the seed. */
  public static void main(String[] args) throws IOException {
    ProgramRunner runner = new ProgramRunner(Path.of(args[0]));
    String file = args[1];
    Kind kind = Kind.valueOf(args[2]);
    int count = Integer.parseInt(args[3]);
    Random random = new Random(Long.parseLong(args[4]));
    System.out.println("ready");
    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    for (int i = 0; i < count; i++) {
      String[] command = kind.command(file, random, i);
      ProgramRunner.Result result = runner.run(command);
      String refusal = result.exitCode() == 0 ? "" : result.err().replace("\n", " / ");
      System.out.println(result.exitCode() + "|" + command[0] + "|" + refusal);
    }
  }
}
