package dev.fcp.vault;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.InMemoryFolder;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbProgramsContract;
import java.util.List;
import java.util.Map;

class VaultVerbProgramsTest
    extends VerbProgramsContract<EntityModel<String, VaultFile>, VaultEvent> {

  private static final List<String> FILES =
      List.of("ann", "mara", "notes", "empty", "canon/timeline.md", "nobody");
  private static final List<String> TEXTS =
      List.of("Rain", "\"The bells rang\"", "\"22:15 Fire\"", "\"- x\"", "\"# H\"", "\"---\"");
  private static final List<String> THREADS =
      List.of("\"The heir\"", "\"The mill\"", "\"The ship\"", "\"The bells\"");
  private static final List<String> KEYS = List.of("type", "hp", "location", "mood", "\"a b\"");
  private static final List<String> VALUES =
      List.of("pc", "12", "\"[a, b]\"", "\"x: y\"", "null", "\"'\"");

  @Override
  protected DocumentUnderTest<EntityModel<String, VaultFile>, VaultEvent> document() {
    return VaultUnderTest.ofCampaign();
  }

  @Override
  protected Generator<String> operations() {
    return VaultVerbProgramsTest::operation;
  }

  private static String operation(Choices choices) {
    String file = choices.pick(FILES);
    String text = choices.pick(TEXTS);
    String thread = choices.pick(THREADS);
    return switch (choices.upTo(12)) {
      case 0, 1 ->
          "timeline add %d %s %s"
              .formatted(
                  choices.between(1, 4),
                  choices.pick(List.of("Evening", "morning", "dusk", "Night")),
                  text);
      case 2 -> "thread add %s \"why\" priority:low".formatted(thread);
      case 3 -> "thread resolve %s %s".formatted(thread, text);
      case 4 -> "thread reopen %s%s".formatted(thread, choices.percent(30) ? " priority:high" : "");
      case 5, 6 -> "field set %s %s %s".formatted(file, choices.pick(KEYS), choices.pick(VALUES));
      case 7 -> "field remove %s %s".formatted(file, choices.pick(KEYS));
      case 8 -> "note append %s %s".formatted(file, text);
      case 9 -> "note replace %s %s y".formatted(file, choices.pick(List.of("mill", "Ann", "e")));
      case 10 -> "entity create %s Bo".formatted(choices.pick(List.of("pc", "npc")));
      case 11 ->
          choices.pick(
              List.of("file remove notes", "file add notes.md \"# N\"", "file add a.md x y"));
      default -> "file rename %s %s".formatted(file, choices.pick(List.of("x.md", "notes.md")));
    };
  }

  @Override
  protected Map<String, byte[]> files() {
    return Map.of(
        "campaign", VaultUnderTest.archive(VaultUnderTest.campaign()),
        "empty", VaultUnderTest.archive(InMemoryFolder.EMPTY),
        "unusual",
            VaultUnderTest.archive(
                InMemoryFolder.of(
                    "ann.md", "---\n- no fields\n---\nx",
                    "mara.md", "---\r\nhp: |\r\n  1\r\n\r\n---\r\n\r\n## Day 1",
                    "notes.md", "\n\n",
                    "canon/timeline.md", "## Day 2\n### Evening\n- x",
                    "canon/open-threads.md", "### The heir\n## Completed\n### ~~The mill~~")));
  }

  @Override
  protected Domain<EntityModel<String, VaultFile>, VaultEvent> freshDomain() {
    return new VaultDomain();
  }
}
