package dev.fcp.midi.song;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.SongDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrackMessagesTest {

  private static final Message ON = Message.noteOn(0, 60, 80);
  private static final Message OFF = Message.noteOff(0, 60, 64);

  private static List<String> ids(TimedMessage... messages) {
    return TrackMessages.entities("t", List.of(messages)).stream()
        .map(Map.Entry::getKey)
        .map(SongKey::item)
        .toList();
  }

  private static TimedMessage timed(int tick, Message message) {
    return new TimedMessage(tick, message);
  }

  private static Note note(int index, TimedMessage... messages) {
    return (Note) TrackMessages.entities("t", List.of(messages)).get(index).getValue();
  }

  @Test
  void the_first_note_off_ends_the_first_note_on() {
    TimedMessage[] messages = {timed(0, ON), timed(10, ON), timed(20, OFF), timed(40, OFF)};
    assertThat(note(0, messages).off().tick()).isEqualTo(20);
    assertThat(note(1, messages).off().tick()).isEqualTo(40);
  }

  @Test
  void a_note_on_with_velocity_0_ends_a_note_and_is_kept() {
    Note note = note(0, timed(0, ON), timed(20, Message.noteOn(0, 60, 0)));
    assertThat(note.release()).isEqualTo(new Release(Release.ReleaseForm.NOTE_ON, 0));
    assertThat(note.offMessage()).isEqualTo(Message.noteOn(0, 60, 0));
  }

  @Test
  void an_unpaired_message_is_a_single_message() {
    assertThat(ids(timed(0, OFF), timed(5, ON), timed(5, Message.noteOff(1, 60, 0))))
        .containsExactly("m0.0", "m5.0", "m5.1");
  }

  @Test
  void ids_contain_tick_pitch_and_number() {
    assertThat(
            ids(
                timed(7, ON),
                timed(7, ON),
                timed(9, OFF),
                timed(9, OFF),
                timed(9, Message.marker("A"))))
        .containsExactly("n7.60", "n7.60.1", "m9.0");
  }

  @Test
  void positions_within_a_tick_follow_the_list() {
    Note note = note(0, timed(3, ON), timed(3, OFF));
    assertThat(note.on()).isEqualTo(MessagePosition.atLoading(3, 0)).isLessThan(note.off());
    assertThat(note.duration()).isZero();
  }

  @Test
  void a_list_that_goes_back_in_time_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ids(timed(5, ON), timed(4, OFF)))
        .withMessageContaining("tick 4 of message 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 32, 33, 100})
  void messages_of_one_tick_keep_the_order_of_the_file_whatever_their_ids(int count) {
    List<TimedMessage> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      messages.add(timed(7, Message.noteOn(0, count - i, 1)));
      messages.add(timed(7, Message.controlChange(0, 1, i)));
    }
    messages.add(timed(9, Message.noteOff(0, 1, 64)));
    List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
    entities.add(Map.entry(SongKey.track("t"), Track.empty(OrderKey.initial(0))));
    entities.addAll(TrackMessages.entities("t", messages));
    assertThat(TrackMessages.of(SongDomain.song(entities), "t"))
        .extracting(entry -> new TimedMessage(entry.position().tick(), entry.message()))
        .isEqualTo(messages);
  }
}
