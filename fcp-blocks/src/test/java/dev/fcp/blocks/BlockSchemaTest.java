package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.verbs.form.OperationRefusedException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maps, and sections with maps, with types. */
class BlockSchemaTest {

  private static final String SCHEMA = "name text, age number, fit flag";

  @TempDir private Path folder;

  private Optional<BlockStore> opened = Optional.empty();

  private BlockStore store() {
    BlockStore store =
        opened.orElseGet(
            () -> BlockStore.in(folder, BlockSettings.standard().withoutAutoPersist()));
    opened = Optional.of(store);
    return store;
  }

  @AfterEach
  void restart() {
    opened.ifPresent(BlockStore::close);
    opened = Optional.empty();
  }

  private Block block() {
    return store().get("ann", "user").orElseThrow();
  }

  private void edit(Consumer<BlockEditor> edit) {
    block().edit("edit", edit::accept);
  }

  private void createMap() {
    store().create("ann", "user", BlockKind.MAP);
  }

  private void createWithSections() {
    store().create("ann", "user", BlockKind.COMPOSITE);
    edit(editor -> {
      editor.addSection("facts", BlockKind.MAP);
      editor.addSection("notes", BlockKind.TEXT);
      editor.in("notes").append("age: old");
    });
  }

  private static void refuses(Runnable edit, String message) {
    assertThatThrownBy(edit::run).isInstanceOf(OperationRefusedException.class).hasMessage(message);
  }

  @Test
  void a_map_takes_the_fields_of_its_schema() {
    createMap();
    edit(editor -> editor.property("schema", SCHEMA));
    edit(editor -> {
      editor.set("name", "Ann: \"the first\"");
      editor.set("age", "36.5");
      editor.set("fit", "yes");
    });
    refuses(
        () -> edit(editor -> editor.set("age", "old")),
        "\"old\" is not a number, which the field age is");
    refuses(
        () -> edit(editor -> editor.set("size", "1")),
        "the schema has no field \"size\"; it has name, age, fit");
    restart();
    assertThat(block().content().fields(Optional.empty()))
        .isEqualTo(Map.of("name", "Ann: \"the first\"", "age", "36.5", "fit", "yes"));
  }

  @Test
  void a_map_in_a_section_takes_the_fields_of_the_schema() {
    createWithSections();
    edit(editor -> editor.property("schema", SCHEMA));
    edit(editor -> editor.in("facts").set("age", "36.5"));
    refuses(
        () -> edit(editor -> editor.in("facts").set("age", "old")),
        "\"old\" is not a number, which the field age is");
    refuses(
        () -> edit(editor -> editor.in("facts").set("size", "1")),
        "the schema has no field \"size\"; it has name, age, fit");
    edit(editor -> editor.addSection("more", BlockKind.MAP));
    refuses(
        () -> edit(editor -> editor.in("more").set("fit", "maybe")),
        "\"maybe\" is not a flag, which the field fit is");
    restart();
    assertThat(block().content().fields(Optional.of("facts"))).isEqualTo(Map.of("age", "36.5"));
    assertThat(block().content().fields(Optional.of("more"))).isEmpty();
    assertThat(block().content().text(Optional.of("notes"))).contains("age: old");
  }

  @Test
  void a_schema_that_the_fields_of_a_map_or_section_do_not_fit_is_refused() {
    createWithSections();
    edit(editor -> editor.in("facts").set("age", "old"));
    refuses(
        () -> edit(editor -> editor.property("schema", SCHEMA)),
        "\"old\" is not a number, which the field age is");
    assertThat(block().content().property("schema")).isEmpty();
    edit(editor -> {
      editor.in("facts").set("age", "36");
      editor.property("schema", SCHEMA);
    });
    assertThat(block().content().property("schema")).contains(SCHEMA);
    refuses(
        () -> edit(editor -> editor.property("schema", "name text")),
        "the schema has no field \"age\"; it has name");
  }

  @Test
  void a_field_without_a_schema_has_any_value_again() {
    createMap();
    edit(editor -> editor.property("schema", SCHEMA));
    edit(editor -> editor.property("schema", ""));
    edit(editor -> editor.set("age", "old"));
    assertThat(block().content().fields(Optional.empty())).isEqualTo(Map.of("age", "old"));
  }

  @Test
  void undo_of_a_schema_keeps_the_fields_that_another_agent_set_since() {
    createMap();
    edit(editor -> editor.property("schema", SCHEMA));
    block().by(Origin.of("bob")).edit("age", editor -> editor.set("age", "36"));
    assertThat(block().undoOwn()).isPresent();
    assertThat(block().content().property("schema")).isEmpty();
    assertThat(block().content().fields(Optional.empty())).isEqualTo(Map.of("age", "36"));
  }
}
