package dev.fcp.drawio.language;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.DiagramFiles;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.verbs.Desk;
import dev.fcp.spec.verbs.VerbProgramsContract;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

class VerbProgramsTest
    extends VerbProgramsContract<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  private static final List<String> NAMES =
      List.of("Web", "DB", "Cache", "Backend", "Todo", "Outer", "Inner", "A", "B", "#a", "reads");
  private static final List<String> TYPES = List.of("box", "db", "container", "actor", "text");
  private static final List<String> PAGES = List.of("", "", "", " page:Second");

  private static final Generator<String> OPERATION =
      choices -> operation(choices) + choices.among(PAGES);

  private static String operation(Choices choices) {
    String one = choices.among(NAMES);
    String two = choices.among(NAMES);
    return switch (choices.upTo(15)) {
      case 0, 1, 2 -> "add " + choices.among(TYPES) + " " + one;
      case 3 -> "add box " + one + " in:" + two;
      case 4 -> "remove " + one;
      case 5, 6 -> "connect " + one + " -> " + two;
      case 7 -> "disconnect " + one + " -- " + two;
      case 8 -> "label " + one + " " + two;
      case 9 -> "style " + one + " fill:" + choices.among(Palette.names());
      case 10 -> "move " + one + " by:" + choices.upTo(99) + ",-" + choices.upTo(99) + ".5";
      case 11 -> "move " + one + " in:" + two;
      case 12 -> "group " + one + " " + two + " as:G" + choices.upTo(3);
      case 13 -> "ungroup " + choices.among(List.of("Backend", "G0", "G1"));
      case 14 -> "move " + one + " below:" + two;
      default -> "orient " + choices.among(Flow.names());
    };
  }

  private static final Generator<String> ANY_OPERATION =
      Generator.oneOf(
          OPERATION,
          OPERATION,
          OPERATION,
          Generator.among(
              "layer create Top",
              "layer hide Notes",
              "layer remove Top",
              "page add Third",
              "page remove Second",
              "page remove Page-1",
              "title Other",
              "page rename Second Third"));

  private static final Generator<String> OF_A_FILE =
      Generator.among(
          "A", "B", "#1", "#2", "#3", "##1", "##2", "##3", "##4", "##5", "again", "first", "a");

  private static final Generator<String> AT_A_FILE =
      choices -> {
        String one = OF_A_FILE.generate(choices);
        String two = OF_A_FILE.generate(choices);
        return switch (choices.upTo(11)) {
          case 0 -> "add container A";
          case 1 -> "add box B in:" + one;
          case 2, 3 -> "remove " + one;
          case 4 -> "connect " + one + " -> " + two;
          case 5 -> "style " + one + " fill:red";
          case 6 -> "move " + one + " in:" + two;
          case 7 -> "group " + one + " " + two;
          case 8 -> "layer create A";
          case 9 -> "page remove " + choices.among(List.of("one", "two", "\"page 2\"", "first"));
          case 10 -> "label " + one + " " + two;
          default -> ANY_OPERATION.generate(choices);
        };
      };

  @Override
  protected Desk<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> desk() {
    return DiagramDesk.atShop();
  }

  @Override
  protected Generator<String> operations() {
    return ANY_OPERATION;
  }

  @Override
  protected Domain<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> freshDomain() {
    return new DiagramDomain();
  }

  @Override
  protected Map<String, byte[]> files() {
    return DiagramFiles.fixtureNames().stream()
        .collect(Collectors.toMap(Function.identity(), DiagramFiles::fixture));
  }

  @Override
  protected Generator<String> operationsOnFiles() {
    return AT_A_FILE;
  }
}
