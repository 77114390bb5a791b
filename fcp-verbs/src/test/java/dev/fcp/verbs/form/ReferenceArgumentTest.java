package dev.fcp.verbs.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import dev.fcp.verbs.syntax.OperationParser;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferenceArgumentTest {

  private record Thing(String name, OrderKey order) {}

  private static final Param<String> NEAR = Param.text("near", "THING");

  private static final EntityModel<String, Thing> MODEL =
      EntityModel.of(
          new RecordEntitySpec<>("thing", MethodHandles.lookup(), Thing.class),
          Map.of(
                  "1",
                  thing("Lamp", 0),
                  "2",
                  thing("Chair", 1),
                  "3",
                  thing("Chair", 2),
                  "4",
                  thing(" ", 3))
              .entrySet());

  private static Thing thing(String name, int index) {
    return new Thing(name, OrderKey.initial(index));
  }

  private static ParsedOperation op(String text) {
    return ((ParseResult.Parsed) OperationParser.parse(text)).op();
  }

  private static String key(ReferenceArgument argument) {
    return argument.resolveEntityKey(MODEL, Thing::name, "thing");
  }

  private static Refusal refusal(ReferenceArgument argument) {
    return catchThrowableOfType(OperationRefusedException.class, () -> key(argument)).refusal();
  }

  @Test
  void an_entity_is_found_by_name_or_by_key() {
    assertThat(key(ReferenceArgument.word(op("move lamp"), 0))).isEqualTo("1");
    assertThat(key(ReferenceArgument.word(op("move x \"#4\""), 1))).isEqualTo("4");
    assertThat(
            ReferenceArgument.param(op("move x near:Lamp"), NEAR).map(ReferenceArgumentTest::key))
        .contains("1");
    assertThat(ReferenceArgument.param(op("move x"), NEAR)).isEmpty();
  }

  @Test
  void an_unknown_name_is_refused_with_the_nearest_one_suggested() {
    assertThat(refusal(ReferenceArgument.word(op("move Lmap near:b"), 0)))
        .isEqualTo(Refusal.because("there is no thing \"Lmap\"", "move Lamp near:b"));
    assertThat(refusal(ReferenceArgument.param(op("move x near:Lmap"), NEAR).orElseThrow()))
        .isEqualTo(Refusal.because("there is no thing \"Lmap\"", "move x near:Lamp"));
  }

  @Test
  void an_ambiguous_name_is_refused_with_all_matches() {
    assertThat(refusal(ReferenceArgument.word(op("move Chair"), 0)))
        .isEqualTo(Refusal.because("\"Chair\" may be any of #2, #3"));
  }

  @Test
  void an_illegal_argument_becomes_a_refusal() {
    assertThat(OperationRefusedException.<String>translatingIllegalArgument(() -> "done"))
        .isEqualTo("done");
    OperationRefusedException refused =
        catchThrowableOfType(
            OperationRefusedException.class,
            () -> OperationRefusedException.translatingIllegalArgument(() -> new OrderKey("")));
    assertThat(refused.refusal().message()).contains("no place in an order");
  }
}
