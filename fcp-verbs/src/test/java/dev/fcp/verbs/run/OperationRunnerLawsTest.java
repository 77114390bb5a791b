package dev.fcp.verbs.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.SessionState;
import dev.fcp.verbs.tally.Tally;
import dev.fcp.verbs.tally.TallyDomain;
import dev.fcp.verbs.tally.TallyEvent;
import dev.fcp.verbs.tally.TallyLanguage;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Laws of calls, over random operations of which many are refused. */
class OperationRunnerLawsTest {

  private static final EditOptions CALL = EditOptions.of("call", Origin.of("ann"));

  private final OperationRunner<Tally, TallyEvent> runner =
      new OperationRunner<>(new TallyLanguage(), CallLimits.STANDARD);

  @Property(tries = 200)
  void a_call_applies_all_operations_or_none(@ForAll("calls") List<List<String>> calls) {
    Session<Tally, TallyEvent> session = newSession();
    for (List<String> call : calls) {
      SessionState<Tally, TallyEvent> before = session.state();
      Response response = runner.run(session, ViewState.initial(), call, CALL);
      if (response.isError()) {
        assertThat(session.model()).isEqualTo(before.model());
        assertThat(session.state().undoStack()).isEqualTo(before.undoStack());
      } else {
        assertThat(response.lines()).hasSize(call.size() + 1);
        assertThat(response.lines().get(call.size())).isEqualTo("digest: " + session.digest());
      }
    }
    session.with(CALL).undo(Integer.MAX_VALUE);
    assertThat(session.model()).isEqualTo(new TallyDomain().empty());
  }

  @Property(tries = 150)
  void a_call_has_the_effect_of_its_operations_one_by_one(@ForAll("call") List<String> call) {
    Session<Tally, TallyEvent> single = newSession();
    boolean allDone =
        call.stream()
            .noneMatch(op -> runner.run(single, ViewState.initial(), List.of(op), CALL).isError());
    Session<Tally, TallyEvent> session = newSession();
    Response whole = runner.run(session, ViewState.initial(), call, CALL);
    assertThat(whole.isError()).isNotEqualTo(allDone);
    assertThat(session.model()).isEqualTo(allDone ? single.model() : new TallyDomain().empty());
  }

  @Property(tries = 300)
  void no_text_makes_a_call_throw(@ForAll List<String> anything) {
    List<String> harmless = anything.stream().filter(text -> !text.contains("crash")).toList();
    Session<Tally, TallyEvent> session = newSession();
    Response response = runner.run(session, ViewState.initial(), harmless, CALL);
    assertThat(response.lines()).isNotEmpty().noneMatch(line -> line.contains("\n"));
  }

  private static Session<Tally, TallyEvent> newSession() {
    return Session.create(
        new TallyDomain(), Origin.of("ann"), InMemoryJournal.empty(), SessionSettings.standard());
  }

  @Provide
  Arbitrary<List<List<String>>> calls() {
    return call().list().ofMinSize(1).ofMaxSize(5);
  }

  @Provide
  Arbitrary<List<String>> call() {
    Arbitrary<String> thing = Arbitraries.of("a", "b", "\"c d\"", "A", "c");
    Arbitrary<String> add = thing.map(name -> "add " + name);
    Arbitrary<String> counted =
        Combinators.combine(thing, Arbitraries.integers().between(-1, 3))
            .as((name, count) -> "add " + name + " count:" + count);
    Arbitrary<String> remove = thing.map(name -> "remove " + name);
    Arbitrary<String> move =
        Combinators.combine(thing, thing).as((from, to) -> "move " + from + " -> " + to);
    Arbitrary<String> other =
        Arbitraries.of("remove @all", "shelf title T", "shelf look a", "blunder", "ad a", "add 'x");
    return Arbitraries.oneOf(add, add, add, counted, remove, move, other)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4);
  }
}
