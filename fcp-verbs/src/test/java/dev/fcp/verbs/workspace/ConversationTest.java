package dev.fcp.verbs.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.tally.Tally;
import dev.fcp.verbs.tally.TallyEvent;
import dev.fcp.verbs.tally.TallyLanguage;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationTest {

  @TempDir Path folder;
  private Instant now = Instant.parse("2026-03-04T12:05:00Z");
  private Conversation conversation;
  private Workspace<Tally, TallyEvent> workspace;

  @BeforeEach
  void begin() {
    conversation = new Conversation("s1", () -> now);
    workspace =
        new Workspace<>(
            new TallyLanguage(),
            new DocumentStore(SessionSettings.standard()),
            new WorkspaceSettings(
                BaseFolder.confined(folder), CallLimits.STANDARD, () -> now, ZoneOffset.UTC),
            Optional.of(conversation));
  }

  @Test
  void a_call_has_the_actor_the_session_and_its_provenance() {
    Origin origin = conversation.nextOrigin("bot", Optional.empty(), Map.of("request", "7"));
    assertThat(origin)
        .isEqualTo(Origin.of("bot", "s1", "s1-1").withProvenance(Map.of("request", "7")));
  }

  @Test
  void calls_with_pauses_of_at_most_a_minute_are_one_message() {
    assertThat(messageAfter(0)).isEqualTo("s1-1");
    assertThat(messageAfter(60)).isEqualTo("s1-1");
    assertThat(messageAfter(60)).isEqualTo("s1-1");
    assertThat(messageAfter(61)).isEqualTo("s1-2");
    assertThat(messageAfter(3600)).isEqualTo("s1-3");
  }

  @Test
  void a_clock_that_goes_back_starts_no_new_message() {
    assertThat(messageAfter(0)).isEqualTo("s1-1");
    assertThat(messageAfter(-3600)).isEqualTo("s1-1");
    assertThat(messageAfter(30)).isEqualTo("s1-1");
  }

  @Test
  void a_message_applies_until_another_one_is_set() {
    act("message m1 \"more fruit\"");
    assertThat(messageAfter(0)).isEqualTo("m1");
    assertThat(messageAfter(3600)).isEqualTo("m1");
    assertThat(conversation.nextOrigin("bot", Optional.empty(), Map.of()).provenance())
        .containsEntry("asked", "more fruit");
    act("message m2");
    assertThat(conversation.nextOrigin("bot", Optional.empty(), Map.of()))
        .isEqualTo(Origin.of("bot", "s1", "m2"));
  }

  @Test
  void a_message_sent_with_a_call_overrides_the_one_that_was_set() {
    act("message m1 \"more fruit\"");
    assertThat(conversation.nextOrigin("bot", Optional.of("m9"), Map.of()))
        .isEqualTo(Origin.of("bot", "s1", "m9"));
    assertThat(messageAfter(0)).isEqualTo("m1");
  }

  @Test
  void the_action_reports_the_message_and_refuses_an_invalid_one() {
    assertThat(act("message m1 \"more fruit\"")).isEqualTo("! message m1: more fruit");
    assertThat(act("message m1")).isEqualTo("! message m1");
    assertThat(act("message")).startsWith("! message needs ID");
    assertThat(act("message ' '")).isEqualTo("! the id of a message has 1 to 200 characters");
    assertThat(act("message " + "m".repeat(201)))
        .isEqualTo("! the id of a message has 1 to 200 characters");
    assertThat(act("message m \"" + "x".repeat(4001) + "\""))
        .isEqualTo("! what was asked has more than 4000 characters");
    assertThat(messageAfter(0)).isEqualTo("m1");
  }

  @Test
  void the_action_is_on_the_card_of_a_conversation() {
    assertThat(workspace.card())
        .contains("  message ID [\"what was asked\"] - the next steps belong to this message");
  }

  private String messageAfter(int seconds) {
    now = now.plusSeconds(seconds);
    return conversation.nextOrigin("bot", Optional.empty(), Map.of()).message();
  }

  private String act(String action) {
    return workspace.act(action, WorkspaceFixture.BOT).text();
  }
}
