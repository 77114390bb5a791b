package dev.fcp.spec.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.SourceTree;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The suite finds every faulty log out, and names the clause that it breaks. */
class FaultyLogsTest {

  @ParameterizedTest
  @EnumSource
  void a_faulty_log_is_found_out_by_the_vectors_alone(Fault fault) throws DriverFault {
    List<String> broken =
        FaultTable.report(fault).failures().stream().map(Failure::clause).toList();
    assertThat(broken).as(fault.text()).contains(fault.clause());
  }

  @ParameterizedTest
  @EnumSource
  void random_programs_find_it_too(Fault fault) {
    assertThat(FaultPrograms.shortest(fault)).as(fault.text()).isPresent();
  }

  /** By the page, of which the next test says that it is true. */
  @Test
  void sixty_of_them_pass_four_of_five_vectors() {
    Pattern share = Pattern.compile("\\| (\\d+) % \\|$", Pattern.MULTILINE);
    assertThat(share.matcher(SourceTree.text(FaultTable.PAGE)).results())
        .filteredOn(row -> Integer.parseInt(row.group(1)) >= FaultTable.HIDES)
        .hasSizeGreaterThanOrEqualTo(60);
  }

  @Test
  void the_page_about_them_is_true() throws DriverFault {
    assertThat(SourceTree.text(FaultTable.PAGE))
        .as("run FaultTable after changing faults or vectors")
        .isEqualTo(FaultTable.text());
  }
}
