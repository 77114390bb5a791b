package dev.fcp.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.benchmarks.table.Result;
import dev.fcp.benchmarks.table.Run;
import dev.fcp.benchmarks.table.TableRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program measures all rows, draws plots and replaces the table of a page. */
class SmokeTest {

  @TempDir private Path folder;

  @Test
  void all_rows_are_measured() throws IOException {
    Path json = folder.resolve("run.json");
    int status =
        Main.execute(
            "--table", "--smoke", "--json", json.toString(), "--folder", folder.toString());
    assertThat(status).isZero();
    assertThat(Run.read(json).results())
        .extracting(Result::row)
        .containsAll(
            TableRow.ALL.stream().map(TableRow::key).filter(SmokeTest::isAlwaysMeasured).toList());
  }

  /** Rows of commands need the packaged program, and those of texts the recording. */
  private static boolean isAlwaysMeasured(String row) {
    return !row.startsWith("run.") && !row.equals("log") && !row.startsWith("text.");
  }

  @Test
  void two_runs_are_compared_and_plotted() throws IOException {
    Path before = write("before.json", 20, 60);
    Path now = write("now.json", 2, 3);
    Path page =
        Files.writeString(
            folder.resolve("page.md"), "above\n<!-- table -->\nold\n<!-- end of table -->\nbelow");
    int status =
        Main.execute(
            "--results", now.toString(),
            "--baseline", before.toString(),
            "--plot", folder.toString(),
            "--markdown", page.toString());
    assertThat(status).isZero();
    assertThat(page)
        .content()
        .startsWith("above\n<!-- table -->\n")
        .endsWith("\n<!-- end of table -->\nbelow")
        .doesNotContain("old")
        .contains("| 1,000 | 20.00 | 2.00 |  | ≤ 1 | **no** |")
        .contains("| 100,000 | 60.00 | 3.00 |  | ≤ 3 | yes |");
    assertThat(folder.resolve("step.svg")).content().contains("FCP, before");
  }

  private Path write(String name, double small, double large) throws IOException {
    Path file = folder.resolve(name);
    List<Result> results =
        List.of(
            Result.of("step", 1_000, Result.FCP, small),
            Result.of("step", 100_000, Result.FCP, large));
    new Run("2026-01-01T00:00:00Z", "a machine", "a JDK", "short", results).write(file);
    return file;
  }
}
