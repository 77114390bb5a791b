package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.spec.SourceTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What the hunts for mutants of the log, the planner, the session and the journal left, behind the
 * profile {@code mutation}; skipped where no hunt was.
 */
class SurvivingMutantsTest {

  private static final String PAGE = "spec-tests/MUTANTS.md";
  private static final String REPORTS = "spec-tests/target/pit-reports/";
  private static final int LEAST_PERCENT = 90;

  /** What is hunted by itself. */
  private enum Part {
    LOG("## The log", "log", 300),
    PLANNER("## The planner", "planner", 400),
    SESSION("## The session", "session", 650),
    RECORDS("## The records of the journal", "journal-records", 390),
    FILES("## The files of the journal", "journal-files", 950),
    WORK("## The work of the journal", "journal-work", 600);

    private final String heading;
    private final String folder;
    private final int leastMutants;

    Part(String heading, String folder, int leastMutants) {
      this.heading = heading;
      this.folder = folder;
      this.leastMutants = leastMutants;
    }
  }

  /**
   * A place that was changed.
   *
   * @param place the class and the method
   * @param change what was done to it
   * @param isDetected whether a test failed by it, or never ended
   */
  private record Mutant(String place, String change, boolean isDetected) {

    String name() {
      return place + ": " + change;
    }
  }

  /** The lines of the table of a part. */
  private static List<String[]> rows(Part part) {
    return SourceTree.text(PAGE)
        .lines()
        .dropWhile(line -> !line.equals(part.heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split(" *\\| *", -1))
        .toList();
  }

  private static Set<String> explained(Part part) {
    return rows(part).stream()
        .map(row -> row[1].replace("`", "") + ": " + row[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Mutant> mutants(Part part) throws Exception {
    Path report = SourceTree.root().resolve(REPORTS + part.folder + "/mutations.xml");
    assumeTrue(Files.exists(report), "no mutants were hunted: see " + PAGE);
    NodeList nodes =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(report.toFile())
            .getElementsByTagName("mutation");
    List<Mutant> mutants = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      mutants.add(mutant((Element) nodes.item(i)));
    }
    return mutants;
  }

  private static Mutant mutant(Element node) {
    String type = text(node, "mutatedClass");
    return new Mutant(
        type.substring(type.lastIndexOf('.') + 1) + "." + text(node, "mutatedMethod"),
        text(node, "description").replaceAll("[\\w/]+/([\\w$]+::)", "$1"),
        node.getAttribute("detected").equals("true"));
  }

  private static String text(Element node, String name) {
    return node.getElementsByTagName(name).item(0).getTextContent();
  }

  @ParameterizedTest
  @EnumSource
  void every_survivor_on_the_page_is_explained(Part part) {
    assertThat(rows(part))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row[3]).hasSizeGreaterThan(20));
  }

  static Stream<Set<Part>> subjects() {
    return Stream.of(
        EnumSet.of(Part.LOG),
        EnumSet.of(Part.PLANNER),
        EnumSet.of(Part.SESSION),
        EnumSet.of(Part.RECORDS, Part.FILES, Part.WORK));
  }

  /** The journal is hunted in three parts, each with tests of its own. */
  @ParameterizedTest
  @MethodSource("subjects")
  void there_were_enough_mutants_and_nine_of_ten_were_found_out(Set<Part> parts) throws Exception {
    List<Mutant> all = new ArrayList<>();
    for (Part part : parts) {
      List<Mutant> mutants = mutants(part);
      assertThat(mutants).hasSizeGreaterThanOrEqualTo(part.leastMutants);
      all.addAll(mutants);
    }
    long detected = all.stream().filter(Mutant::isDetected).count();
    assertThat(100 * detected).isGreaterThanOrEqualTo(LEAST_PERCENT * (long) all.size());
  }

  private static Set<String> survivors(Part part) throws Exception {
    return mutants(part).stream()
        .filter(mutant -> !mutant.isDetected())
        .map(Mutant::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WORK")
  void the_survivors_are_those_of_the_page(Part part) throws Exception {
    assertThat(explained(part)).isEqualTo(survivors(part));
  }

  /** Where threads wait for each other a mutant may be found once and not the next time. */
  @ParameterizedTest
  @EnumSource(names = "WORK")
  void there_are_no_survivors_that_are_not_on_the_page(Part part) throws Exception {
    assertThat(explained(part)).containsAll(survivors(part));
  }
}
