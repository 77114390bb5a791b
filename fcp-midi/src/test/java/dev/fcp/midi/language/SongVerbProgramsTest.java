package dev.fcp.midi.language;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.smf.SmfFixtures;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbProgramsContract;
import java.util.List;
import java.util.Map;

class SongVerbProgramsTest
    extends VerbProgramsContract<EntityModel<SongKey, SongEntity>, SongEvent> {

  private static final List<String> TRACKS = List.of("Piano", "Drums", "#t2", "Waltz", "Bass");
  private static final List<String> PITCHES = List.of("C4", "D3", "F#5", "kick", "60", "G9");
  private static final List<String> POSITIONS =
      List.of("1", "1.2", "2", "2.1.60", "t:700", "3", "4.3", "1,2,3", "9");
  private static final List<String> LENGTHS =
      List.of("quarter", "eighth", "1bar", "t:1", "dotted-half", "2bars");
  private static final List<String> SELECTORS =
      List.of(
          "@all",
          "@track:Piano",
          "@range:1",
          "@range:2-",
          "@pitch:C3-C5",
          "@not:track:Drums",
          "@channel:10",
          "@track:Bass @range:1-2");
  private static final List<String> KINDS =
      List.of("", "cc ", "bends ", "markers ", "tempos ", "time-sigs ", "others ", "everything ");

  private static final Generator<String> OPERATION = SongVerbProgramsTest::operation;

  private static String operation(Choices choices) {
    String track = choices.pick(TRACKS);
    String pitch = choices.pick(PITCHES);
    String position = choices.pick(POSITIONS);
    String length = choices.pick(LENGTHS);
    String selector = choices.pick(SELECTORS);
    return switch (choices.upTo(17)) {
      case 0, 1, 2, 3 -> "note " + track + " " + pitch + " at:" + position + " dur:" + length;
      case 4 -> "remove " + choices.pick(KINDS) + selector;
      case 5 -> "move by:" + choices.pick(List.of("", "-")) + length + " " + selector;
      case 6 -> "move to:" + position + " " + selector;
      case 7 -> "transpose " + (choices.upTo(24) - 12) + " " + selector;
      case 8 -> "velocity " + choices.pick(List.of("+9", "-9", "ff", "1")) + " " + selector;
      case 9 -> "length " + length + " " + selector;
      case 10 -> "cc " + track + " volume " + choices.upTo(127) + " at:" + position;
      case 11 -> "bend " + track + " " + (choices.upTo(16383) - 8192) + " at:" + position;
      case 12 -> "tempo " + choices.between(4, 300) + " at:" + position;
      case 13 -> "time-sig " + choices.pick(List.of("3/4", "4/4", "7/8")) + " at:" + position;
      case 14 -> "marker M" + choices.upTo(3) + " at:" + position;
      case 15 ->
          choices.pick(List.of("mute ", "solo ")) + track + choices.pick(List.of("", " off"));
      case 16 -> "program " + track + " " + choices.between(1, 128);
      default ->
          choices.pick(
              List.of(
                  "track add Bass",
                  "track remove Piano",
                  "track remove Bass",
                  "title X",
                  "track rename Drums Piano2",
                  "key-sig Dm",
                  "track rename Waltz \"\""));
    };
  }

  @Override
  protected DocumentUnderTest<EntityModel<SongKey, SongEntity>, SongEvent> document() {
    return SongUnderTest.waltz();
  }

  @Override
  protected Generator<String> operations() {
    return OPERATION;
  }

  @Override
  protected Domain<EntityModel<SongKey, SongEntity>, SongEvent> freshDomain() {
    return new SongDomain();
  }

  @Override
  protected Map<String, byte[]> files() {
    return SmfFixtures.all();
  }
}
