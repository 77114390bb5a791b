package dev.fcp.spec.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fcp.spec.SourceTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What the hunt for mutants of the log left, behind the profile {@code mutation}; skipped where no
 * hunt was.
 */
class SurvivingMutantsTest {

  private static final String PAGE = "spec-tests/MUTANTS.md";
  private static final String REPORT = "spec-tests/target/pit-reports/mutations.xml";
  private static final int LEAST_MUTANTS = 300;
  private static final int LEAST_PERCENT = 90;

  /**
   * A place in the log that was changed.
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

  private static List<String[]> rows() {
    return SourceTree.text(PAGE)
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split(" *\\| *", -1))
        .toList();
  }

  private static Set<String> explained() {
    return rows().stream()
        .map(row -> row[1].replace("`", "") + ": " + row[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Mutant> mutants() throws Exception {
    Path report = SourceTree.root().resolve(REPORT);
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
        text(node, "description").replaceAll("[\\w/]+/(\\w+::)", "$1"),
        node.getAttribute("detected").equals("true"));
  }

  private static String text(Element node, String name) {
    return node.getElementsByTagName(name).item(0).getTextContent();
  }

  @BeforeAll
  static void the_page_is_there() {
    assertThat(rows()).isNotEmpty();
  }

  @Test
  void every_survivor_on_the_page_is_explained() {
    assertThat(rows()).allSatisfy(row -> assertThat(row[3]).hasSizeGreaterThan(20));
  }

  @Test
  void there_were_enough_mutants_and_nine_of_ten_were_found_out() throws Exception {
    List<Mutant> mutants = mutants();
    assertThat(mutants).hasSizeGreaterThanOrEqualTo(LEAST_MUTANTS);
    long detected = mutants.stream().filter(Mutant::isDetected).count();
    assertThat(100 * detected).isGreaterThanOrEqualTo(LEAST_PERCENT * (long) mutants.size());
  }

  @Test
  void the_survivors_are_those_of_the_page() throws Exception {
    Set<String> survivors =
        mutants().stream()
            .filter(mutant -> !mutant.isDetected())
            .map(Mutant::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(explained()).isEqualTo(survivors);
  }
}
