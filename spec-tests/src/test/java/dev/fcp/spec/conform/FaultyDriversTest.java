package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.SourceTree;
import dev.fcp.spec.generator.DeepOnly;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite detects faults of text, size, time and aliasing in drivers in three languages. */
class FaultyDriversTest {

  @ParameterizedTest
  @EnumSource
  void each_replaced_text_is_in_one_template(DriverFault fault) {
    assertThat(fault.replaced())
        .allSatisfy(text ->
            assertThat(FaultyDriversPage.Language.values())
                .filteredOn(language -> language.templateText().contains(text))
                .hasSize(1));
  }

  @ParameterizedTest
  @EnumSource
  @DeepOnly
  void each_fault_is_found_as_the_page_says(
      FaultyDriversPage.Language language, @TempDir Path folder)
      throws IOException, DriverException, InterruptedException {
    DriverTemplatesTest.assumeInstalled(language.program());
    String page = SourceTree.text(FaultyDriversPage.PAGE);
    for (DriverFault fault : DriverFault.values()) {
      assertThat(page).contains(FaultyDriversPage.row(language, fault, folder));
    }
    assertThat(page).doesNotContain("not found");
  }
}
