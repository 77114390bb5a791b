package dev.fcp.blocks;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbProgramsContract;
import java.util.List;
import java.util.Map;

class BlockVerbProgramsTest
    extends VerbProgramsContract<EntityModel<String, BlockLine>, BlockEvent> {

  private static final List<String> SECTIONS =
      List.of("in:notes", "in:facts", "in:todo", "in:diary", "in:new", "");
  private static final List<String> VALUES =
      List.of("x", "\" a\"", "\"a\\nb\"", "\"## x (text)\"", "\"\\\"\"", "\"\"", "\"- y\"");
  private static final List<String> NAMES = List.of("1", "2", "9", "city", "age", "\"a b\"");

  @Override
  protected DocumentUnderTest<EntityModel<String, BlockLine>, BlockEvent> document() {
    return DocumentUnderTest.of(new BlockLanguage(), BlockFiles.bytes(BlockVerbContractTest.PLAN));
  }

  @Override
  protected Generator<String> operations() {
    return BlockVerbProgramsTest::operation;
  }

  private static String operation(Choices choices) {
    String value = choices.pick(VALUES);
    String name = choices.pick(NAMES);
    return switch (choices.upTo(9)) {
      case 0, 1 -> "append " + value + " " + section(choices, "in:diary");
      case 2 -> "replace Ann " + value + " " + section(choices, "in:notes");
      case 3 -> "edit 1 %d %s %s".formatted(choices.upTo(2), value, section(choices, "in:notes"));
      case 4, 5 -> "set %s %s %s".formatted(name, value, section(choices, "in:facts"));
      case 6 -> "remove %s %s".formatted(name, section(choices, "in:todo"));
      case 7 -> "insert 1 %s %s".formatted(value, section(choices, "in:todo"));
      case 8 -> "move %s %s %s".formatted(name, choices.pick(NAMES), section(choices, "in:todo"));
      default ->
          choices.pick(
              List.of(
                  "section add new text",
                  "section remove notes",
                  "property view 3",
                  "property description \"\"",
                  "property schema \"age number\""));
    };
  }

  /** Often the section that fits, so that most programs do something. */
  private static String section(Choices choices, String fitting) {
    return choices.upTo(3) == 0 ? choices.pick(SECTIONS) : fitting;
  }

  @Override
  protected Map<String, byte[]> files() {
    return Map.of(
        "plan", BlockFiles.bytes(BlockVerbContractTest.PLAN),
        "empty", new byte[0],
        "plain", BlockFiles.bytes("Ann\r\n---\r\n"),
        "list", BlockFiles.bytes("---\nkind: list\n---\nno item\n- a\n-b\n- \"c\\n\""),
        "log", BlockFiles.bytes("---\nkind: log\npermission: append-only\n---\n\na\n"),
        "map", BlockFiles.bytes("---\nkind: map\nschema: age number\n---\nage: 1\nage: 2\n:x\n"),
        "open", BlockFiles.bytes("---\nkind: map\n"));
  }

  @Override
  protected Domain<EntityModel<String, BlockLine>, BlockEvent> freshDomain() {
    return new BlockDomain();
  }
}
