package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramFiles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cell without a unique id in the file can be changed, but no other cell can refer to it. */
class MissingIdsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no-ids.drawio | add box X | the root of the page has no id of its own",
        "no-ids.drawio | layer create X | the root of the page has no id of its own",
        "no-ids.drawio | connect ##2 -> ##3 | shape \"a\" ##2 has no id of its own",
        "no-ids.drawio | connect ##3 -> ##2 | shape \"a\" ##3 has no id of its own",
        "no-ids.drawio | move ##2 in:none | has no place",
        "repeated-ids.drawio | connect again -> #2 | shape \"again\" ##3 has no id of its own",
      })
  void no_reference_to_a_cell_without_id_is_created(
      String fixture, String operation, String reason) {
    DiagramUnderTest diagram = DiagramUnderTest.of(DiagramFiles.fixture(fixture));
    var refusal = diagram.runRefused(operation);
    assertThat(refusal.get(0)).contains(reason);
    DiagramUnderTest.suggestion(refusal).ifPresent(diagram::runSuccessfully);
    assertThat(DiagramUnderTest.of(diagram.bytes()).session().digest())
        .isEqualTo(diagram.session().digest());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no-ids.drawio | label ##2 new",
        "no-ids.drawio | remove ##2",
        "no-ids.drawio | add box X page:\"page 2\"",
        "no-ids.drawio | layer create X page:\"page 3\"",
        "no-ids.drawio | page add Other",
        "repeated-ids.drawio | add box Y",
        "repeated-ids.drawio | style again fill:red",
        "repeated-ids.drawio | remove again",
        "repeated-ids.drawio | remove #2",
        "repeated-ids.drawio | page remove one",
        "repeated-ids.drawio | page remove two",
      })
  void cells_without_id_can_be_changed(String fixture, String operation) {
    DiagramUnderTest diagram = DiagramUnderTest.of(DiagramFiles.fixture(fixture));
    diagram.runSuccessfully(operation);
    assertThat(DiagramUnderTest.of(diagram.bytes()).session().digest())
        .isEqualTo(diagram.session().digest());
  }
}
