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
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbProgramsContract;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

class DiagramVerbProgramsTest
    extends VerbProgramsContract<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  private static final List<String> NAMES =
      List.of("Web", "DB", "Cache", "Backend", "Todo", "Outer", "Inner", "A", "B", "#a", "reads");
  private static final List<String> TYPES = List.of("box", "db", "container", "actor", "text");
  private static final List<String> PAGES = List.of("", "", "", " page:Second");

  private static final Generator<String> OPERATION =
      choices -> operation(choices) + choices.pick(PAGES);

  private static String operation(Choices choices) {
    String name = choices.pick(NAMES);
    String otherName = choices.pick(NAMES);
    return switch (choices.upTo(15)) {
      case 0, 1, 2 -> "add " + choices.pick(TYPES) + " " + name;
      case 3 -> "add box " + name + " in:" + otherName;
      case 4 -> "remove " + name;
      case 5, 6 -> "connect " + name + " -> " + otherName;
      case 7 -> "disconnect " + name + " -- " + otherName;
      case 8 -> "label " + name + " " + otherName;
      case 9 -> "style " + name + " fill:" + choices.pick(NamedColor.names());
      case 10 -> "move " + name + " by:" + choices.upTo(99) + ",-" + choices.upTo(99) + ".5";
      case 11 -> "move " + name + " in:" + otherName;
      case 12 -> "group " + name + " " + otherName + " as:G" + choices.upTo(3);
      case 13 -> "ungroup " + choices.pick(List.of("Backend", "G0", "G1"));
      case 14 -> "move " + name + " below:" + otherName;
      default -> "orient " + choices.pick(FlowDirection.names());
    };
  }

  private static final Generator<String> ANY_OPERATION =
      Generator.oneOf(
          OPERATION,
          OPERATION,
          OPERATION,
          Generator.of(
              "layer create Top",
              "layer hide Notes",
              "layer remove Top",
              "page add Third",
              "page remove Second",
              "page remove Page-1",
              "title Other",
              "page rename Second Third"));

  private static final Generator<String> NAME_IN_FILE =
      Generator.of(
          "A", "B", "#1", "#2", "#3", "##1", "##2", "##3", "##4", "##5", "again", "first", "a");

  private static final Generator<String> OPERATION_ON_FILE =
      choices -> {
        String name = NAME_IN_FILE.generate(choices);
        String otherName = NAME_IN_FILE.generate(choices);
        return switch (choices.upTo(11)) {
          case 0 -> "add container A";
          case 1 -> "add box B in:" + name;
          case 2, 3 -> "remove " + name;
          case 4 -> "connect " + name + " -> " + otherName;
          case 5 -> "style " + name + " fill:red";
          case 6 -> "move " + name + " in:" + otherName;
          case 7 -> "group " + name + " " + otherName;
          case 8 -> "layer create A";
          case 9 -> "page remove " + choices.pick(List.of("one", "two", "\"page 2\"", "first"));
          case 10 -> "label " + name + " " + otherName;
          default -> ANY_OPERATION.generate(choices);
        };
      };

  @Override
  protected DocumentUnderTest<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> document() {
    return DiagramUnderTest.shopDiagram();
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
    return OPERATION_ON_FILE;
  }
}
