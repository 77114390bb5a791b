package dev.fcp.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Redaction;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.RefusedException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Texts of which each character can be undone are redacted by character. */
class BlockRedactionTest {

  private final InMemoryJournal journal = InMemoryJournal.empty();
  private final Session<EntityModel<String, BlockLine>, BlockEvent> session =
      Session.create(BlockFiles.DOMAIN, Origin.of("ann"), journal, SessionSettings.standard());

  /** Writes a file; its second line is the one that is redacted. */
  private void write(String line) {
    EntityModel<String, BlockLine> model = session.model();
    EntityModel<String, BlockLine> next = BlockFiles.read(BlockFiles.bytes("first\n" + line));
    session.step(
        "write \"" + line.strip() + '"',
        builder -> BlockFiles.DOMAIN.diff(model, next).forEach(builder::emit));
  }

  /** The line after the first one. */
  private String key() {
    var keys = session.model().keysInOrder().iterator();
    String unused = keys.next();
    return keys.next();
  }

  private String journalText() {
    return String.join("\n", journal.lines());
  }

  @Property(tries = 50)
  void all_texts_of_a_deleted_line_are_replaced_by_as_many_characters(@ForAll long seed) {
    Random random = new Random(seed);
    write("private note\n");
    String key = key();
    for (int i = 0; i < 6; i++) {
      BlockLine line = session.model().at(key);
      int at = random.nextInt(line.text().length());
      String text = line.text().substring(0, at) + "SECRET" + i + line.text().substring(at);
      session.step(
          "write \"SECRET" + i + '"',
          builder ->
              builder.emit(
                  BlockFiles.DOMAIN.between(key, line, line.withText(text)).orElseThrow()));
    }
    String last = session.model().at(key).text();
    write("");
    int length = last.length();
    assertThat(journalText()).contains("SECRET3");
    assertThat(session.redact(new Redaction.OfEntity(new EntityRef("line", key)), "asked"))
        .isPresent();
    assertThat(journalText()).doesNotContain("SECRET").doesNotContain("private note");
    assertThat(session.verify().isValid()).isTrue();
    session.undo(1);
    assertThat(session.model().at(key).text()).isEqualTo("x".repeat(length));
    session.branches().jumpTo(HistoryPoint.BASE);
    assertThat(session.model().size()).isZero();
  }

  @Example
  void a_text_that_was_typed_as_a_whole_is_replaced_by_as_many_characters() {
    write("the key tok-4711 is\n");
    String key = key();
    write("");
    assertThat(session.redact(new Redaction.OfText("tok-4711"), "leaked")).isPresent();
    assertThat(journalText()).doesNotContain("tok-4711");
    session.undo(1);
    assertThat(session.model().at(key).text()).isEqualTo("the key xxxxxxxx is");
    assertThat(session.verify().isValid()).isTrue();
  }

  @Example
  void a_text_that_was_typed_in_several_edits_needs_its_entity_to_be_redacted_first() {
    write("tok-\n");
    String key = key();
    BlockLine line = session.model().at(key);
    session.step(
        "type",
        builder ->
            builder.emit(
                BlockFiles.DOMAIN.between(key, line, line.withText("tok-4711")).orElseThrow()));
    write("");
    Redaction text = new Redaction.OfText("tok-4711");
    assertThatThrownBy(() -> session.redact(text, "leaked"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("delete that item, save, and redact it with --entity");
    assertThat(session.redact(new Redaction.OfEntity(new EntityRef("line", key)), "leaked"))
        .isPresent();
    assertThat(journalText()).doesNotContain("tok-4711");
    assertThat(session.verify().isValid()).isTrue();
  }

  @Example
  void one_field_of_characters_is_refused() {
    write("private\n");
    String key = key();
    write("");
    var field = new Redaction.OfField(new EntityRef("line", key), "body");
    assertThatThrownBy(() -> session.redact(field, "why"))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("character by character");
  }
}
