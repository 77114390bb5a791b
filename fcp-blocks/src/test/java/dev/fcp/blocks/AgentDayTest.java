package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The day of an agent in {@code docs/blocks.md}: each part is a run of the program. */
class AgentDayTest {

  private static final Path PAGE = Path.of("../docs/blocks.md");

  @TempDir private Path folder;

  @Test
  void an_agent_keeps_its_memory_over_restarts() throws IOException {
    morning();
    noon();
    evening();
    assertThat(Files.readString(folder.resolve("ann/user.block")))
        .isEqualTo(
            """
            ---
            kind: map
            description: what I know about the user
            permission: read-write
            ---
            name: Zoe
            drinks: tea
            """);
  }

  private void morning() {
    try (BlockStore store = BlockStore.in(folder, BlockSettings.standard())) {
      String about = "what I know about the user";
      Block user = store.create("ann", "user", BlockKind.MAP, about, Permission.READ_WRITE);
      user.edit(
          "met",
          editor -> {
            editor.set("name", "Zoe");
            editor.set("drinks", "tea");
          });
      Block diary = store.create("ann", "diary", BlockKind.LOG);
      try (Block.StepGuard day = diary.guard("morning")) {
        day.edit(editor -> editor.append("asked Zoe for her name"));
        day.edit(editor -> editor.append("ordered tea"));
      }
    }
  }

  private void noon() {
    try (BlockStore store = BlockStore.in(folder, BlockSettings.standard())) {
      Block user = store.get("ann", "user").orElseThrow();
      user.edit("misheard", editor -> editor.set("drinks", "coffee"));
      Block bob = user.by(Origin.of("bob", "s1", "m7"));
      bob.edit("shared", editor -> editor.set("city", "Graz"));
    }
  }

  private void evening() {
    try (BlockStore store = BlockStore.in(folder, BlockSettings.standard())) {
      Block user = store.get("ann", "user").orElseThrow();
      user.undoOwn(); // bob changed the block later, and his change stays
      user.rollback("m7"); // everything that belongs to a message
      store.undoBlock("ann", "diary"); // the whole morning was one step
      store.redoBlock("ann", "diary");
    }
  }

  @Test
  void the_page_shows_this_code() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/dev/fcp/blocks/AgentDayTest.java")).indent(-4);
    List<String> parts =
        Pattern.compile("(?s)```java\n(.*?)```\n")
            .matcher(Files.readString(PAGE))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(parts).hasSize(3).allSatisfy(part -> assertThat(source).contains(part));
  }
}
