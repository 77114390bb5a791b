package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ModelLaws.LawInput;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import dev.fcp.spec.generator.Tries;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;

/**
 * The laws of domains as tests. A subclass provides the domain, a generator of models and a
 * generator of events for a model. Each law is tried on random histories of 20 to 60 events with
 * undo and redo in between. Further tests check that events are encoded as in earlier releases, and
 * that a session stays consistent when a call to the domain fails.
 *
 * <p>A law that finds no case to check fails, unless {@link #clausesWithoutCases} excuses it. The
 * law of rollbacks also fails if too few of its expected models could be computed, or if no
 * conflict (RB-5) occurred.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
@AddLifecycleHook(value = DomainContractHook.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
public abstract class DomainContract<M, E> {

  private int caseCount;
  private RollbackCounts rollbackCounts = RollbackCounts.NONE;

  /** Returns the domain under test. */
  protected abstract Domain<M, E> domain();

  /** Generates models that a file of the domain can represent; small ones find the most faults. */
  protected abstract Generator<M> models();

  /** Generates events for a model; most should apply, and some should not. */
  protected abstract Generator<E> events(M model);

  /**
   * Generates files of the domain, as unusual as the format allows; some may be damaged. By default
   * they are generated models that were written without sources, one in three of them damaged.
   */
  protected Generator<byte[]> files() {
    return choices -> {
      byte[] file = domain().format().write(models().generate(choices), List.of());
      return choices.percent(33) ? corrupt(file, choices) : file;
    };
  }

  /** Returns the number of histories for each law if all {@link Tries} are made. */
  protected int historyCount() {
    return 30;
  }

  /**
   * Returns the class path resource with the golden events of this domain: one JSON line for each
   * event, at least one of each type; by default {@code /events.jsonl}. If the resource is missing,
   * the test fails and prints the lines.
   */
  protected String goldenEventsResource() {
    return "/events.jsonl";
  }

  /**
   * Returns the clauses that this domain cannot show a case of, for instance because it has no
   * references.
   */
  protected Set<String> clausesWithoutCases() {
    return Set.of();
  }

  /**
   * Returns the visible content of a model, which is compared with {@code equals}. By default,
   * outside the entity kit, this is the model itself.
   */
  protected Object content(M model) {
    return model instanceof EntityModel<?, ?> entities ? NaiveContent.of(entities) : model;
  }

  /** Returns the units of all entities of a model. Implemented for models of the entity kit. */
  protected Map<Unit, Value> units(M model) {
    return ModelView.unitsOf(requireEntityModel(model));
  }

  /** Returns the dangling references of a model. Implemented for models of the entity kit. */
  protected Set<DanglingReference.TargetMissing> danglingReferences(M model) {
    return ModelView.danglingReferencesIn(requireEntityModel(model));
  }

  private EntityModel<?, ?> requireEntityModel(M model) {
    if (model instanceof EntityModel<?, ?> entities) {
      return entities;
    }
    throw new IllegalStateException(
        getClass().getName()
            + " must override units and danglingReferences for "
            + model.getClass());
  }

  /** DM-1. */
  @Trials
  @Clause("DM-1")
  void an_event_inverted_twice_is_the_event(@ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::invertsTwice);
  }

  /** DM-2, DM-16. */
  @Trials
  @Clause({"DM-2", "DM-16"})
  void an_applied_event_can_be_inverted_exactly(@ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::inverseRestoresModel);
  }

  /** DM-3. */
  @Trials
  @Clause("DM-3")
  void a_refused_event_changes_nothing(@ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::refusalChangesNothing);
  }

  /** DM-4. */
  @Trials
  @Clause("DM-4")
  void a_diff_leads_from_one_model_to_another(@ForAll("lawInputs") LawInput<M, E> input) {
    check(input, modelLaws()::diffLeadsToTarget);
  }

  /** DM-5. */
  @Trials
  @Clause("DM-5")
  void an_event_survives_a_json_round_trip(@ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::survivesJsonRoundTrip);
  }

  /** DM-5. */
  @Example
  @Clause("DM-5")
  void events_are_encoded_as_in_earlier_releases() {
    caseCount +=
        new GoldenEvents<>(domain(), goldenEventsResource()).check(getClass(), this::sampleEvents);
  }

  private Stream<E> sampleEvents() {
    return histories()
        .sampleStream()
        .limit(Tries.of(historyCount()))
        .flatMap(history -> history.attempts().stream())
        .map(EventAttempt::event);
  }

  /** DM-6. */
  @Trials
  @Clause({"DM-6", "DG-2"})
  void the_digest_follows_every_event(@ForAll("histories") RandomHistory<M, E> history) {
    check(history, modelLaws()::digestMatchesFromScratch);
  }

  /** DM-6. */
  @Trials
  @Clause({"DM-6", "DG-1", "DG-3"})
  void digests_are_equal_exactly_if_the_contents_are(
      @ForAll("histories") RandomHistory<M, E> history) {
    check(history, modelLaws()::digestsDistinguishContents);
  }

  /** DM-7. */
  @Trials
  @Clause("DM-7")
  void a_written_file_reads_as_the_model(@ForAll("lawInputs") LawInput<M, E> input) {
    check(input, modelLaws()::readsWhatWasWritten);
  }

  /** DM-7. */
  @Trials
  @Clause("DM-7")
  void a_file_that_was_just_read_is_written_byte_for_byte(
      @ForAll("lawInputs") LawInput<M, E> input) {
    check(input, modelLaws()::writesWhatWasRead);
  }

  /** DM-7. */
  @Trials
  @Clause("DM-7")
  void a_damaged_file_is_read_or_refused(@ForAll("lawInputs") LawInput<M, E> input) {
    check(input, modelLaws()::readsOrRefusesDamage);
  }

  /** DM-8. */
  @Trials
  @Clause("DM-8")
  void a_model_survives_a_binary_round_trip(@ForAll("histories") RandomHistory<M, E> history) {
    check(history, modelLaws()::survivesBinaryRoundTrip);
  }

  /** DM-9. */
  @Trials
  @Clause("DM-9")
  void an_event_changes_exactly_the_units_it_declares(
      @ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::changesDeclaredUnits);
  }

  /** DM-10. */
  @Trials
  @Clause("DM-10")
  void an_event_without_some_units_keeps_the_others(
      @ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::splitsByUnit);
  }

  /** DM-11. */
  @Trials
  @Clause("DM-11")
  void a_merged_event_has_the_effect_of_both(@ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::mergesExactly);
  }

  /** DM-12. */
  @Trials
  @Clause("DM-12")
  void the_dangling_references_of_an_event_are_complete(
      @ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::reportsDanglingReferences);
  }

  /** DM-13. */
  @Trials
  @Clause("DM-13")
  void an_event_creates_modifies_or_deletes(@ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::hasDeclaredEffect);
  }

  /** DM-14. */
  @Trials
  @Clause("DM-14")
  void an_event_can_be_rebased_onto_another_model(
      @ForAll("histories") RandomHistory<M, E> history) {
    check(history, eventLaws()::rebasesExactly);
  }

  /** DM-17, DM-19. */
  @Trials
  @Clause({"DM-17", "DM-19"})
  void an_undone_event_can_be_replayed_across_checkpoints(
      @ForAll("histories") RandomHistory<M, E> history) {
    check(history, new RequiredLaws<>(domain())::undoneEventsCanBeReplayed);
  }

  /** DM-18. */
  @Trials
  @Clause("DM-18")
  void the_type_of_an_event_identifies_it(@ForAll("histories") RandomHistory<M, E> history) {
    check(history, new RequiredLaws<>(domain())::typeIdentifies);
  }

  /** RB-1 to RB-10. */
  @Trials
  @Clause({"RB-1", "RB-2", "RB-3", "RB-4", "RB-5", "RB-6", "RB-7", "RB-8", "RB-10", "HI-2"})
  void a_rolled_back_step_leaves_no_effect(
      @ForAll("starts") M initialModel, @ForAll("programs") List<RollbackLaws.Op> program) {
    try {
      RollbackCounts counts = RollbackLaws.check(domain(), this::events, initialModel, program);
      rollbackCounts = rollbackCounts.plus(counts);
      caseCount += counts.appliedRollbacks();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(e + "\n  with " + program, e);
    }
  }

  /** Generates initial models. */
  @Provide
  Arbitrary<M> starts() {
    return models().arbitrary();
  }

  /** Generates programs of edits by three origins, with undo, redo and rollbacks in between. */
  @Provide
  Arbitrary<List<RollbackLaws.Op>> programs() {
    return RollbackLaws.Op.any().arbitraryList(20, 40, 4);
  }

  /** SE-8. */
  @Trials
  @Clause("SE-8")
  void a_session_stays_consistent_when_a_domain_call_fails(
      @ForAll("histories") RandomHistory<M, E> history, @ForAll("faults") int fault) {
    check(history, failing -> new SessionLaws<>(domain()).survivesFault(failing, fault));
  }

  /** Generates the numbers of the failing calls. */
  @Provide
  Arbitrary<Integer> faults() {
    return Arbitraries.integers().between(0, 9_999);
  }

  /** Generates random histories. */
  @Provide
  Arbitrary<RandomHistory<M, E>> histories() {
    return new RandomHistories<>(domain(), models(), this::events).arbitrary();
  }

  /** Generates random histories, each with an unrelated model and some files. */
  @Provide
  Arbitrary<LawInput<M, E>> lawInputs() {
    return Combinators.combine(histories(), models().arbitrary(), files().arbitraryList(1, 3, 512))
        .as(LawInput::new);
  }

  private <T> void check(T input, ToIntFunction<T> law) {
    try {
      caseCount += law.applyAsInt(input);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      throw new AssertionError(e + "\n  with " + input, e);
    }
  }

  /** Returns how many cases of its law the current test has checked. */
  int caseCount() {
    return caseCount;
  }

  /** Returns the counts of the rollbacks of the current test. */
  RollbackCounts rollbackCounts() {
    return rollbackCounts;
  }

  private EventLaws<M, E> eventLaws() {
    return new EventLaws<>(domain(), modelView());
  }

  private ModelLaws<M, E> modelLaws() {
    return new ModelLaws<>(domain(), modelView());
  }

  private ModelView<M> modelView() {
    return new ModelView<>() {
      @Override
      public Object content(M model) {
        return DomainContract.this.content(model);
      }

      @Override
      public Map<Unit, Value> units(M model) {
        return DomainContract.this.units(model);
      }

      @Override
      public Set<DanglingReference.TargetMissing> danglingReferences(M model) {
        return DomainContract.this.danglingReferences(model);
      }
    };
  }

  private static byte[] corrupt(byte[] file, Choices choices) {
    if (file.length == 0) {
      return file;
    }
    int position = choices.upTo(file.length - 1);
    if (choices.percent(50)) {
      return Arrays.copyOf(file, position);
    }
    byte[] corrupted = file.clone();
    corrupted[position] = (byte) choices.upTo(255);
    return corrupted;
  }
}
