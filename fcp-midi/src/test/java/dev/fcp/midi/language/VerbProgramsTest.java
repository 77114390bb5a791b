package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsCollector;

/** Random programs of operations, most of which are done and some of which are refused. */
class VerbProgramsTest {

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

  private static final Generator<String> OPERATION = VerbProgramsTest::operation;

  private static String operation(Choices choices) {
    String track = choices.among(TRACKS);
    String pitch = choices.among(PITCHES);
    String at = choices.among(POSITIONS);
    String length = choices.among(LENGTHS);
    String which = choices.among(SELECTORS);
    return switch (choices.upTo(17)) {
      case 0, 1, 2, 3 -> "note " + track + " " + pitch + " at:" + at + " dur:" + length;
      case 4 -> "remove " + choices.among(KINDS) + which;
      case 5 -> "move by:" + choices.among(List.of("", "-")) + length + " " + which;
      case 6 -> "move to:" + at + " " + which;
      case 7 -> "transpose " + (choices.upTo(24) - 12) + " " + which;
      case 8 -> "velocity " + choices.among(List.of("+9", "-9", "ff", "1")) + " " + which;
      case 9 -> "length " + length + " " + which;
      case 10 -> "cc " + track + " volume " + choices.upTo(127) + " at:" + at;
      case 11 -> "bend " + track + " " + (choices.upTo(16383) - 8192) + " at:" + at;
      case 12 -> "tempo " + choices.between(4, 300) + " at:" + at;
      case 13 -> "time-sig " + choices.among(List.of("3/4", "4/4", "7/8")) + " at:" + at;
      case 14 -> "marker M" + choices.upTo(3) + " at:" + at;
      case 15 ->
          choices.among(List.of("mute ", "solo ")) + track + choices.among(List.of("", " off"));
      case 16 -> "program " + track + " " + choices.between(1, 128);
      default ->
          choices.among(
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

  @Provide
  Arbitrary<List<String>> programs() {
    return OPERATION.arbitraryList(5, 25, 16);
  }

  @Trials(60)
  void every_state_comes_back_by_undo_and_by_redo(@ForAll("programs") List<String> program) {
    int done = comesBack(program);
    StatisticsCollector steps = Statistics.label("three steps done");
    steps.collect(done >= 3);
    steps.coverage(seen -> seen.check(true).count(count -> count >= 40));
    StatisticsCollector refusals = Statistics.label("an operation refused");
    refusals.collect(done < program.size());
    refusals.coverage(seen -> seen.check(true).count(count -> count >= 20));
  }

  private static int comesBack(List<String> program) {
    Desk desk = Desk.atWaltz();
    List<Digest> digests = new ArrayList<>(List.of(desk.session().digest()));
    List<byte[]> files = new ArrayList<>(List.of(desk.bytes()));
    for (String operation : program) {
      desk.run(operation);
      Digest digest = desk.session().digest();
      assertThat(digest).isEqualTo(desk.domain().digestFromScratch(desk.model()));
      if (desk.session().state().undoDepth() == digests.size()) {
        digests.add(digest);
        files.add(desk.bytes());
      }
    }
    int steps = digests.size() - 1;
    assertThat(desk.session().state().undoDepth()).isEqualTo(steps);
    for (int i = steps - 1; i >= 0; i--) {
      desk.undo();
      assertThat(desk.session().digest()).isEqualTo(digests.get(i));
      assertThat(desk.bytes()).isEqualTo(files.get(i));
    }
    for (int i = 1; i <= steps; i++) {
      desk.redo();
      assertThat(desk.session().digest()).isEqualTo(digests.get(i));
      assertThat(desk.bytes()).isEqualTo(files.get(i));
    }
    assertThat(desk.session().verify().holds()).isTrue();
    return steps;
  }

  @Trials(60)
  void a_saved_file_reads_as_the_song_it_was(@ForAll("programs") List<String> program) {
    Desk desk = Desk.atWaltz();
    program.forEach(desk::run);
    assertThat(Desk.of(desk.bytes()).session().digest()).isEqualTo(desk.session().digest());
  }

  @Trials(60)
  void what_a_refusal_suggests_is_no_riddle(@ForAll("programs") List<String> program) {
    Desk desk = Desk.atWaltz();
    for (String operation : program) {
      var answer = desk.run(operation);
      if (answer.isError()) {
        // The suggestion may fail for another reason, but it is an operation of a known form.
        Desk.suggestion(answer.lines())
            .ifPresent(better ->
                assertThat(desk.run(better).lines().toString())
                    .describedAs(operation)
                    .doesNotContain("unknown verb", "does not know"));
      }
    }
  }
}
