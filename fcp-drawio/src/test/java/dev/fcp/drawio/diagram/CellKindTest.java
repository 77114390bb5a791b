package dev.fcp.drawio.diagram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.OrderKey;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CellKindTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // parent | vertex | edge | connectable | relative | style            | kind
        "-        | -      | -    | -           | -        | -                | ROOT",
        "-        | 1      | -    | -           | -        | group            | ROOT",
        "-        | -      | 1    | -           | -        | -                | ROOT",
        "1        | -      | 1    | -           | -        | -                | EDGE",
        "1        | 1      | 1    | 0           | 1        | group            | EDGE",
        "0        | -      | -    | -           | -        | -                | LAYER",
        "1        | 0      | 0    | 0           | 1        | group            | LAYER",
        "e        | 1      | -    | 0           | 1        | edgeLabel;html=1 | EDGE_LABEL",
        "e        | 1      | -    | 0           | 1        | group            | EDGE_LABEL",
        "1        | 1      | -    | 0           | -        | group            | GROUP",
        "1        | 1      | -    | 0           | 0        | html=1;group;    | GROUP",
        "1        | 1      | -    | 1           | 1        | group            | GROUP",
        "1        | 1      | -    | -           | 1        | -                | SHAPE",
        "1        | 1      | -    | 0           | -        | rounded=1        | SHAPE",
        "1        | 1      | 0    | -           | -        | swimlane         | SHAPE",
        "1        | 1      | -    | -           | -        | shape=group      | SHAPE",
        "1        | 1      | -    | -           | -        | container=1      | SHAPE",
      })
  void the_first_matching_rule_decides(
      String parent,
      String vertex,
      String edge,
      String connectable,
      String relative,
      String style,
      CellKind kind) {
    Attributes attributes =
        Attributes.NONE
            .with("vertex", Optional.ofNullable(vertex))
            .with("edge", Optional.ofNullable(edge))
            .with("connectable", Optional.ofNullable(connectable));
    Geometry geometry =
        Geometry.EMPTY.withAttributes(
            Attributes.NONE.with("relative", Optional.ofNullable(relative)));
    Cell cell =
        Cell.blank("c", OrderKey.initial(0))
            .withParent(Optional.ofNullable(parent))
            .withAttributes(attributes)
            .withGeometry(Optional.of(geometry))
            .withStyle(Optional.ofNullable(style).map(Style::parse));
    assertThat(cell.kind()).isEqualTo(kind);
  }
}
