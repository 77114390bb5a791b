package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.SourceTree;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite detects every faulty log, and names the clause that it breaks. */
class FaultyLogsTest {

  /** According to the page, which the last test checks. */
  @Test
  void the_vectors_alone_detect_every_faulty_log() {
    String page = SourceTree.text(FaultsPage.PAGE);
    assertThat(page).doesNotContain("**not found**");
    for (LogFault fault : LogFault.values()) {
      assertThat(page).contains("| " + fault.text() + " | " + fault.clause() + " |");
    }
  }

  @ParameterizedTest
  @EnumSource
  void random_programs_detect_every_faulty_log_too(LogFault fault) {
    assertThat(FaultProgramFinder.shortest(fault)).as(fault.text()).isPresent();
  }

  /** According to the page, which the last test checks. */
  @Test
  void sixty_of_them_pass_four_of_five_vectors() {
    Pattern share = Pattern.compile("\\| (\\d+) % \\|$", Pattern.MULTILINE);
    assertThat(share.matcher(SourceTree.text(FaultsPage.PAGE)).results())
        .filteredOn(row -> Integer.parseInt(row.group(1)) >= FaultsPage.HIDDEN_PERCENT)
        .hasSizeGreaterThanOrEqualTo(60);
  }

  @Test
  void the_page_about_them_is_up_to_date() throws DriverException {
    assertThat(SourceTree.text(FaultsPage.PAGE))
        .as("run FaultsPage after changing faults or vectors")
        .isEqualTo(FaultsPage.text());
  }
}
