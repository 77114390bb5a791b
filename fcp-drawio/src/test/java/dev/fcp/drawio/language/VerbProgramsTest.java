package dev.fcp.drawio.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.drawio.DiagramFiles;
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

  private static final List<String> NAMES =
      List.of("Web", "DB", "Cache", "Backend", "Todo", "Outer", "Inner", "A", "B", "#a", "reads");
  private static final List<String> TYPES = List.of("box", "db", "container", "actor", "text");
  private static final List<String> PAGES = List.of("", "", "", " page:Second");

  private static final Generator<String> OPERATION =
      choices -> operation(choices) + choices.among(PAGES);

  private static String operation(Choices choices) {
    String one = choices.among(NAMES);
    String two = choices.among(NAMES);
    return switch (choices.upTo(15)) {
      case 0, 1, 2 -> "add " + choices.among(TYPES) + " " + one;
      case 3 -> "add box " + one + " in:" + two;
      case 4 -> "remove " + one;
      case 5, 6 -> "connect " + one + " -> " + two;
      case 7 -> "disconnect " + one + " -- " + two;
      case 8 -> "label " + one + " " + two;
      case 9 -> "style " + one + " fill:" + choices.among(Palette.names());
      case 10 -> "move " + one + " by:" + choices.upTo(99) + ",-" + choices.upTo(99) + ".5";
      case 11 -> "move " + one + " in:" + two;
      case 12 -> "group " + one + " " + two + " as:G" + choices.upTo(3);
      case 13 -> "ungroup " + choices.among(List.of("Backend", "G0", "G1"));
      case 14 -> "move " + one + " below:" + two;
      default -> "orient " + choices.among(Flow.names());
    };
  }

  private static final Generator<String> ANY_OPERATION =
      Generator.oneOf(
          OPERATION,
          OPERATION,
          OPERATION,
          Generator.among(
              "layer create Top",
              "layer hide Notes",
              "layer remove Top",
              "page add Third",
              "page remove Second",
              "page remove Page-1",
              "title Other",
              "page rename Second Third"));

  private static final Generator<String> OF_A_FILE =
      Generator.among(
          "A", "B", "#1", "#2", "#3", "##1", "##2", "##3", "##4", "##5", "again", "first", "a");

  private static final Generator<String> AT_A_FILE =
      choices -> {
        String one = OF_A_FILE.generate(choices);
        String two = OF_A_FILE.generate(choices);
        return switch (choices.upTo(11)) {
          case 0 -> "add container A";
          case 1 -> "add box B in:" + one;
          case 2, 3 -> "remove " + one;
          case 4 -> "connect " + one + " -> " + two;
          case 5 -> "style " + one + " fill:red";
          case 6 -> "move " + one + " in:" + two;
          case 7 -> "group " + one + " " + two;
          case 8 -> "layer create A";
          case 9 -> "page remove " + choices.among(List.of("one", "two", "\"page 2\"", "first"));
          case 10 -> "label " + one + " " + two;
          default -> ANY_OPERATION.generate(choices);
        };
      };

  @Provide
  Arbitrary<List<String>> programs() {
    return ANY_OPERATION.arbitraryList(5, 25, 16);
  }

  @Trials(40)
  void every_state_comes_back_by_undo_and_by_redo(@ForAll("programs") List<String> program) {
    int done = comesBack(program);
    StatisticsCollector steps = Statistics.label("three steps done");
    steps.collect(done >= 3);
    steps.coverage(seen -> seen.check(true).count(count -> count >= 30));
    StatisticsCollector refusals = Statistics.label("an operation refused");
    refusals.collect(done < program.size());
    refusals.coverage(seen -> seen.check(true).count(count -> count >= 15));
  }

  private static int comesBack(List<String> program) {
    Desk desk = Desk.atShop();
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

  @Provide
  Arbitrary<List<String>> programsAtFiles() {
    return AT_A_FILE.arbitraryList(3, 10, 20);
  }

  @Trials(12)
  void after_each_operation_on_any_file_a_save_reads_as_the_diagram(
      @ForAll("programsAtFiles") List<String> program) {
    for (String fixture : DiagramFiles.fixtureNames()) {
      Desk desk = Desk.of(DiagramFiles.fixture(fixture));
      for (String operation : program) {
        desk.run(operation);
        assertThat(Desk.of(desk.bytes()).session().digest())
            .describedAs(fixture + ": " + operation)
            .isEqualTo(desk.session().digest());
      }
    }
  }

  @Trials(30)
  void a_saved_file_reads_as_the_diagram_it_was(@ForAll("programs") List<String> program) {
    Desk desk = Desk.atShop();
    program.forEach(desk::run);
    assertThat(Desk.of(desk.bytes()).session().digest()).isEqualTo(desk.session().digest());
  }
}
