package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.EntityName;
import dev.fcp.verbs.ResultLine;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes are described in musical terms. */
class SongChangeDescriberTest {

  private final SongUnderTest song = SongUnderTest.waltz();

  private String changes(String operation) {
    EntityModel<SongKey, SongEntity> before = song.model();
    song.runSuccessfully(operation);
    return describe(song.events(), before);
  }

  private String describe(List<SongEvent> events, EntityModel<SongKey, SongEntity> before) {
    EntityModel<SongKey, SongEntity> after = before;
    for (SongEvent event : events) {
      after = song.domain().replay(event, after);
    }
    return song.language().describeChanges(events, before, after).stream()
        .map(ResultLine::toString)
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '`',
      value = {
        "note Piano C4 at:2.2 dur:quarter = + note C4 at 2.2 in track \"Piano\"",
        "velocity 97 @track:Piano @pitch:A5 = * note A5 at 2.1 in track \"Piano\": velocity 96 -> 97",
        "transpose +2 @track:Piano @pitch:A5 = * note A5 at 2.1 in track \"Piano\": pitch A5 -> B5",
        "move by:1beat @track:Piano @pitch:A5 = * note A5 at 2.1 in track \"Piano\": at 2.1 -> 2.2",
        "length quarter @track:Piano @pitch:A5 = * note A5 at 2.1 in track \"Piano\": length in ticks 960 -> 480",
        "remove @track:Drums @range:2 = - note kick at 2.1 in track \"Drums\"",
        "tempo 90 = * in track \"Waltz\" at 1.1: tempo 120 -> 90",
        "tempo 90 at:2 = + tempo 90 at 2.1 in track \"Waltz\"",
        "key-sig G major = * in track \"Waltz\" at 1.1: key-sig D major -> G major",
        "title Polka = * track \"Waltz\": name \"Waltz\" -> \"Polka\"",
        "track rename Drums Beat = * track \"Drums\": name \"Drums\" -> \"Beat\"",
        "bend Piano 200 at:2.3 = * in track \"Piano\" at 2.3: bend +100 -> +200",
      })
  void a_change_is_described_with_old_and_new_value(String operation, String line) {
    assertThat(changes(operation)).isEqualTo(line);
  }

  @Test
  void each_note_of_a_chord_has_one_line() {
    assertThat(changes("velocity 50 @track:Piano @range:1 @pitch:D3-A3"))
        .isEqualTo(
            """
            * note D3 at 1.1 in track "Piano": velocity 64 -> 50
            * note F#3 at 1.1 in track "Piano": velocity 64 -> 50
            * note A3 at 1.1 in track "Piano": velocity 64 -> 50\
            """);
  }

  @Test
  void two_changes_of_one_entity_have_one_line() {
    EntityModel<SongKey, SongEntity> before = song.model();
    song.runSuccessfully("tempo 90");
    SongEvent first = song.events().get(0);
    song.runSuccessfully("tempo 60");
    assertThat(describe(List.of(first, song.events().get(0)), before))
        .isEqualTo("* in track \"Waltz\" at 1.1: tempo 120 -> 60");
    assertThat(describe(List.of(first, song.domain().invert(first)), before)).isEmpty();
  }

  @Test
  void a_song_without_bars_is_described_in_ticks() {
    SongUnderTest smpteSong =
        SongUnderTest.of(
            Bytes.ofHex(SongUnderTest.FORMAT_0.replaceFirst("00010060", "0001e728")).toByteArray());
    EntityModel<SongKey, SongEntity> before = smpteSong.model();
    smpteSong.runSuccessfully("velocity 50 @channel:1");
    assertThat(smpteSong.language().describeChanges(smpteSong.events(), before, smpteSong.model()))
        .extracting(ResultLine::text)
        .containsExactly("note C4 at t:0 in track #t1: velocity 64 -> 50");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "transpose +2 @track:Piano @pitch:A5 | A5 | 1",
        "transpose +2 @track:Piano @pitch:A5 | B5 | 1",
        "transpose +2 @track:Piano @pitch:A5 | note a5 at 2.1 | 1",
        "transpose +2 @track:Piano @pitch:A5 | note A5 at 2.1 in track Piano | 1",
        "transpose +2 @track:Piano @pitch:A5 | A5 in track Drums | 0",
        "transpose +2 @track:Piano @pitch:A5 | A5 at 3.1 | 0",
        "move by:1beat @track:Piano @pitch:A5 | note A5 at 2.1 | 1",
        "move by:1beat @track:Piano @pitch:A5 | note A5 at 2.2 | 1",
        "remove @track:Drums @range:2 | note kick at 2.1 in track \"Drums\" | 1",
        "remove @track:Piano @pitch:A5 | A5 | 1",
        "tempo 90 | Piano | 0",
      })
  void notes_are_found_by_their_descriptions(String operation, String text, int count) {
    song.runSuccessfully(operation);
    assertThat(song.language().entityGroup(text, song.model(), song.events())).hasSize(count);
  }

  @Test
  void tracks_are_found_by_name_and_notes_by_id() {
    assertThat(song.language().entityNames(song.model()))
        .extracting(EntityName::name)
        .contains("Piano", "Waltz", "#t2", "#n0.78");
    song.runSuccessfully("tempo 90");
    assertThat(song.language().entityNamesIn(song.events().get(0)))
        .extracting(EntityName::name)
        .allMatch(name -> name.startsWith("#"));
  }
}
