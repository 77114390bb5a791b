package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Rollbacks.Mode;
import dev.fcp.spec.domain.InMemoryFolder;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Lines that were removed from a text and came back in a version that another program wrote. */
class RestoredLinesTest {

  private static final String PATH = "a.txt";
  private static final EditOptions EDIT = EditOptions.of("edit", Origin.of("person"));

  /** A text, and the versions that other programs write one after the other. */
  private record Versions(String first, List<String> later) {
    @Override
    public String toString() {
      return "%s, then %s".formatted(first, later).replace("\n", "|");
    }
  }

  @Provide
  Arbitrary<Versions> versions() {
    Generator<Versions> generator =
        choices -> {
          AtomicInteger lineCount = new AtomicInteger();
          List<String> first = lines(choices, lineCount, 12);
          List<String> later = new ArrayList<>();
          List<String> lines = first;
          for (int i = choices.upTo(4); i >= 0; i--) {
            lines = new ArrayList<>(lines);
            int from = choices.upTo(lines.size());
            List<String> replaced =
                lines.subList(from, from + choices.upTo(Math.min(5, lines.size() - from)));
            replaced.clear();
            replaced.addAll(lines(choices, lineCount, 4));
            later.add(String.join("\n", lines) + "\n");
          }
          return new Versions(String.join("\n", first) + "\n", later);
        };
    return generator.arbitrary();
  }

  /** Lines of which no two are similar, and blank ones. */
  private static List<String> lines(Choices choices, AtomicInteger count, int max) {
    List<String> lines = new ArrayList<>();
    for (int i = choices.upTo(max); i > 0; i--) {
      String line = Integer.toHexString(0x9E3779B9 * count.incrementAndGet());
      lines.add(choices.percent(20) ? "" : line);
    }
    return lines;
  }

  private static VaultUnderTest vault(String text) {
    return VaultUnderTest.of(InMemoryFolder.of(PATH, text));
  }

  private static void write(VaultUnderTest vault, String text) {
    var session = vault.session();
    List<VaultEvent> events =
        vault
            .language()
            .domain()
            .diff(
                session.model(),
                VaultUnderTest.read(InMemoryFolder.of(PATH, text)),
                session.audit().appliedEvents());
    assertThat(session.step(EDIT, step -> events.forEach(step::emit)))
        .isNotInstanceOf(Outcome.Refused.class);
    assertThat(vault.text(PATH)).isEqualTo(text);
  }

  private static List<String> nonBlankUnits(VaultUnderTest vault) {
    return ((TextFile) vault.model().at(PATH))
        .parts().stream().filter(part -> !part.isBlank()).map(Part::unit).toList();
  }

  private static List<String> nonBlankLines(String text) {
    return text.lines().filter(line -> !line.isBlank()).toList();
  }

  @Trials(300)
  void a_text_that_is_restored_consists_of_its_former_lines(@ForAll("versions") Versions versions) {
    VaultUnderTest vault = vault(versions.first());
    List<String> units = nonBlankUnits(vault);
    versions.later().forEach(text -> write(vault, text));
    write(vault, versions.first());
    assertThat(nonBlankUnits(vault)).isEqualTo(units);

    var session = vault.session();
    var steps = session.state().undoableSteps(versions.later().size() + 1);
    for (var step : steps.subList(0, Math.max(0, steps.size() - 1))) {
      var plan = session.rollbacks().plan(RollbackSelection.of(step.id()));
      if (!plan.events().isEmpty()) {
        assertThat(session.rollbacks().rollback(plan, Mode.BEST_EFFORT))
            .isInstanceOf(Outcome.Committed.class);
        List<String> first = nonBlankLines(versions.first());
        assertThat(nonBlankLines(vault.text(PATH)))
            .doesNotHaveDuplicates()
            .filteredOn(first::contains)
            .isEqualTo(first);
        vault.undo();
      }
    }
  }

  @Trials(100)
  void undo_restores_every_version(@ForAll("versions") Versions versions) {
    VaultUnderTest vault = vault(versions.first());
    List<String> texts = new ArrayList<>(List.of(versions.first()));
    for (String text : versions.later()) {
      for (String version : List.of(text, versions.first())) {
        if (!version.equals(texts.getLast())) {
          write(vault, version);
          texts.add(version);
        }
      }
    }
    for (String text : texts.reversed()) {
      assertThat(vault.text(PATH)).isEqualTo(text);
      vault.session().undo();
    }
  }

  @Test
  void the_newest_of_equal_removed_lines_comes_back() {
    VaultUnderTest vault = vault("one\ntwo\nthree\n");
    write(vault, "one\nthree\n");
    write(vault, "one\nother: two\ntwo\nthree\n");
    List<String> units = nonBlankUnits(vault);
    write(vault, "one\nthree\n");
    write(vault, "one\nother: two\ntwo\nthree\n");
    assertThat(nonBlankUnits(vault)).isEqualTo(units);
  }

  /** Of a long history, only the newest removals at the place of a new line are read. */
  @Test
  void the_events_that_are_read_do_not_grow_with_the_history() {
    AtomicInteger readCount = new AtomicInteger();
    VaultUnderTest vault = vault("one\ntwo\nthree\n");
    for (int i = 0; i < 100; i++) {
      write(vault, "one\n%s\nthree\n".formatted(Integer.toHexString(0x9E3779B9 * (i + 1))));
    }
    var from = vault.model();
    var to = VaultUnderTest.read(InMemoryFolder.of(PATH, "one\nnever seen\nthree\n"));
    new VaultDomain()
        .diff(
            from,
            to,
            (file, units) ->
                vault
                    .session()
                    .audit()
                    .appliedEvents()
                    .writing(file, units)
                    .peek(event -> readCount.incrementAndGet()));
    assertThat(readCount).hasValue(RemovedLines.MAX_EVENTS);
    readCount.set(0);
    new VaultDomain()
        .diff(
            from,
            VaultUnderTest.read(
                InMemoryFolder.of(PATH, vault.text(PATH).replace("three", "three\nlast"))),
            (file, units) ->
                vault
                    .session()
                    .audit()
                    .appliedEvents()
                    .writing(file, units)
                    .peek(event -> readCount.incrementAndGet()));
    assertThat(readCount).hasValue(0);
  }

  @Test
  void the_history_of_a_file_that_never_changed_is_not_searched() {
    var from = VaultUnderTest.read(InMemoryFolder.of(PATH, "one\ntwo\n"));
    var to = VaultUnderTest.read(InMemoryFolder.of(PATH, "one\nthree\ntwo\n"));
    List<VaultEvent> events =
        new VaultDomain()
            .diff(
                from,
                to,
                (file, units) -> {
                  throw new AssertionError("searched");
                });
    assertThat(events).hasSize(1);
  }

  @Test
  void a_large_block_comes_back_as_a_whole() {
    String text =
        String.join("\n", IntStream.range(0, 3_000).mapToObj(i -> "line " + i * 7919).toList());
    VaultUnderTest vault = vault("start\n" + text + "\nend\n");
    List<String> units = nonBlankUnits(vault);
    write(vault, "start\nend\n");
    write(vault, "start\n" + text + "\nend\n");
    assertThat(nonBlankUnits(vault)).isEqualTo(units);
  }
}
