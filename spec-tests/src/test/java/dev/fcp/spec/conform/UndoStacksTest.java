package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.spec.SourceTree;
import dev.fcp.spec.generator.DeepOnly;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Undo stacks of other authors are tested on the operations that they have. */
class UndoStacksTest {

  @Test
  @DeepOnly
  void the_page_about_them_is_up_to_date(@TempDir Path folder)
      throws IOException, DriverException, InterruptedException {
    DriverTemplatesTest.assumeInstalled("node");
    boolean isInstalled = UndoStacksPage.install(folder);
    if (!isInstalled) {
      System.out.println("SKIPPED: npm cannot install the undo stacks");
    }
    assumeTrue(isInstalled, "npm cannot install the undo stacks");
    assertThat(SourceTree.text(UndoStacksPage.PAGE))
        .as("run UndoStacksPage after changing vectors")
        .isEqualTo(UndoStacksPage.text(folder));
  }
}
