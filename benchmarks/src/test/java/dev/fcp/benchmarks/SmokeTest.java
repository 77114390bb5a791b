package dev.fcp.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.benchmarks.table.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program measures all rows, draws its plots and replaces the table of a page. */
class SmokeTest {

  @Test
  void a_run_with_tiny_sizes_prints_its_table(@TempDir Path folder) throws Exception {
    Path page = Files.writeString(folder.resolve("page.md"), "<!-- table -->\n<!-- end of table -->");
    Path json = folder.resolve("run.json");
    int status =
        Main.execute("--table", "--smoke", "--json", json.toString(), "--markdown", page.toString());
    assertThat(status).isZero();
    assertThat(Run.read(json).results())
        .extracting("row")
        .contains("step", "durable", "grouped", "writers", "usable", "plan", "jump.cold", "label")
        .contains("note.batch", "disk", "snapshot", "memory", "documents.heap", "append, ns");
    assertThat(page).content().contains("| durable step, us |");
  }

  @Test
  void two_runs_are_compared_and_plotted(@TempDir Path folder) throws Exception {
    Path json = Path.of("src/test/resources/run.json").toAbsolutePath();
    int status =
        Main.execute(
            "--results", json.toString(), "--baseline", json.toString(), "--plot", folder.toString());
    assertThat(status).isZero();
    assertThat(folder.resolve("writers.svg")).content().contains("FCP, before");
  }
}
