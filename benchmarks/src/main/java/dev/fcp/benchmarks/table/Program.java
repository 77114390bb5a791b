package dev.fcp.benchmarks.table;

import java.util.ArrayList;
import java.util.List;

/**
 * The programs that measure rows of the table, each run in a JVM of its own; they print a {@link
 * Result} on each line that begins with a brace.
 */
public enum Program {
  /** Session steps in memory. */
  STEP(StepProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      List<List<String>> runs = new ArrayList<>();
      List<Integer> sizes =
          scale == Scale.SMOKE ? List.of(100) : List.of(1_000, 10_000, 100_000, 1_000_000);
      for (StepProgram.Subject subject : StepProgram.Subject.values()) {
        sizes.forEach(size -> runs.add(List.of(subject.name(), size.toString())));
      }
      return runs;
    }
  },
  /** Writing to the disk. */
  DISK(ForceProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return List.of(List.of(folder));
    }
  },
  /** Long histories. */
  HISTORY(HistoryProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return sizes(scale, 500, 1_000, 10_000, 100_000, 1_000_000).stream()
          .map(size -> List.of(size, folder))
          .toList();
    }
  },
  /** Operations on an open document. */
  VERBS(VerbProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      List<List<String>> runs = new ArrayList<>();
      sizes(scale, 100, 1_000, 5_000, 20_000, 100_000)
          .forEach(size -> runs.add(List.of("label", size)));
      sizes(scale, 160, 1_000, 10_000, 100_000, 400_000)
          .forEach(size -> runs.add(List.of("note", size)));
      return runs;
    }
  },
  /** Whole commands. */
  COMMANDS(CommandProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return List.of(List.of(fcp, folder));
    }
  },
  /** Open documents. */
  DOCUMENTS(DocumentProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return sizes(scale, 3, 10, 100, 1_000).stream().map(size -> List.of(size, folder)).toList();
    }
  },
  /** A folder of files as a document. */
  FOLDERS(FolderProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return sizes(scale, 3, 200, 2_000, 20_000).stream()
          .map(size -> List.of(size, folder))
          .toList();
    }
  },
  /** Memory blocks of agents. */
  BLOCKS(BlockProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return sizes(scale, 20, 1_000, 10_000, 100_000).stream()
          .map(size -> List.of(size, folder))
          .toList();
    }
  },
  /** A project of agents with many events. */
  AGENTS(AgentProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return sizes(scale, 1_200, 100_000, 1_000_000).stream()
          .map(size -> List.of(size, folder))
          .toList();
    }
  },
  /** Texts that several authors edit. */
  TEXT(TextProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return List.of(List.of(folder));
    }
  },
  /** Documents in PostgreSQL, beside plain SQL on the same server. */
  POSTGRES(PostgresProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return List.of(List.of(folder));
    }
  },
  /** Worlds in PostgreSQL, beside plain SQL on the same server. */
  WORLDS(WorldProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp, String folder) {
      return List.of(List.of(folder));
    }
  };

  private final Class<?> mainClass;

  Program(Class<?> mainClass) {
    this.mainClass = mainClass;
  }

  /**
   * Returns the class and the arguments of each run.
   *
   * @param fcp the path of the program {@code fcp}
   * @param folder a folder on the disk to measure
   */
  public List<List<String>> runs(Scale scale, String fcp, String folder) {
    List<List<String>> runs = new ArrayList<>();
    for (List<String> arguments : arguments(scale, fcp, folder)) {
      List<String> run = new ArrayList<>(List.of(mainClass.getName(), scale.name()));
      run.addAll(arguments);
      runs.add(run);
    }
    return runs;
  }

  abstract List<List<String>> arguments(Scale scale, String fcp, String folder);

  private static List<String> sizes(Scale scale, int smoke, Integer... normal) {
    return (scale == Scale.SMOKE ? List.of(smoke) : List.of(normal))
        .stream().map(String::valueOf).toList();
  }
}
