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
    List<List<String>> arguments(Scale scale, String fcp) {
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
    List<List<String>> arguments(Scale scale, String fcp) {
      return List.of(List.of(FOLDER));
    }
  },
  /** Long histories. */
  HISTORY(HistoryProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp) {
      return sizes(scale, 500, 1_000, 10_000, 100_000, 1_000_000).stream()
          .map(size -> List.of(size, FOLDER))
          .toList();
    }
  },
  /** Operations on an open document. */
  VERBS(VerbProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp) {
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
    List<List<String>> arguments(Scale scale, String fcp) {
      return List.of(List.of(fcp, FOLDER));
    }
  },
  /** Open documents. */
  DOCUMENTS(DocumentProgram.class) {
    @Override
    List<List<String>> arguments(Scale scale, String fcp) {
      return sizes(scale, 3, 10, 100, 1_000).stream().map(size -> List.of(size, FOLDER)).toList();
    }
  };

  private static final String FOLDER = ".";

  private final Class<?> mainClass;

  Program(Class<?> mainClass) {
    this.mainClass = mainClass;
  }

  /**
   * Returns the class and the arguments of each run. Files are written to the current folder.
   *
   * @param fcp the path of the program {@code fcp}
   */
  public List<List<String>> runs(Scale scale, String fcp) {
    List<List<String>> runs = new ArrayList<>();
    for (List<String> arguments : arguments(scale, fcp)) {
      List<String> run = new ArrayList<>(List.of(mainClass.getName(), scale.name()));
      run.addAll(arguments);
      runs.add(run);
    }
    return runs;
  }

  abstract List<List<String>> arguments(Scale scale, String fcp);

  private static List<String> sizes(Scale scale, int smoke, Integer... normal) {
    return (scale == Scale.SMOKE ? List.of(smoke) : List.of(normal))
        .stream().map(String::valueOf).toList();
  }
}
