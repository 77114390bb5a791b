package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.Clause;
import dev.fcp.spec.domain.ModelLaws.Setting;
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
 * The laws of domains as tests. A subclass gives the domain, a generator of its models and one of
 * events for a model; every law is then tried on random histories of 20 to 60 events, with some
 * taken back and some brought back in between. Beside the laws, the events are held to the lines in
 * which they were written before, and a session over the domain to what it promises when a call to
 * the domain fails.
 *
 * <p>A law that found no case to look at fails as well, unless {@link #withoutCases} excuses it.
 * That of rollbacks also fails if it could seldom tell what the events in effect leave, or saw no
 * conflict (RB-5).
 *
 * @param <M> the model
 * @param <E> the family of events
 */
@AddLifecycleHook(value = ContractHook.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
public abstract class DomainContract<M, E> {

  private int cases;
  private RollbackTally rollbacks = RollbackTally.NONE;

  /** The domain under test. */
  protected abstract Domain<M, E> domain();

  /** Models that a file of the domain can hold; small ones find most. */
  protected abstract Generator<M> models();

  /** Events for a model, most of which apply and some of which do not. */
  protected abstract Generator<E> events(M model);

  /**
   * Files of the domain, as strange as the format allows; some may be damaged. By default generated
   * models as written without sources, one in three of them damaged.
   */
  protected Generator<byte[]> files() {
    return choices -> {
      byte[] file = domain().format().write(models().generate(choices), List.of());
      return choices.percent(33) ? damaged(file, choices) : file;
    };
  }

  /** How many histories each law is tried on, if {@link Tries} are all made. */
  protected int histories() {
    return 30;
  }

  /**
   * The resource that holds events as this domain has always written them, one JSON line each and
   * at least one of every type; by default {@code /events.jsonl} in the test's class path. A test
   * without it fails and shows the lines.
   */
  protected String goldenLines() {
    return "/events.jsonl";
  }

  /** The clauses of which this domain shows no case, for instance because it has no references. */
  protected Set<String> withoutCases() {
    return Set.of();
  }

  /**
   * What a reader of the document sees of a model, comparable with equals. By default, and outside
   * the entity kit, the model itself.
   */
  protected Object content(M model) {
    return model instanceof EntityModel<?, ?> entities ? Content.of(entities) : model;
  }

  /** The units of all entities of a model. Given for models of the entity kit. */
  protected Map<Unit, Value> units(M model) {
    return ModelView.unitsOf(kit(model));
  }

  /** The references of a model whose targets it does not hold. Given for the entity kit. */
  protected Set<Dependent.Missing> dangling(M model) {
    return ModelView.danglingIn(kit(model));
  }

  private EntityModel<?, ?> kit(M model) {
    if (model instanceof EntityModel<?, ?> entities) {
      return entities;
    }
    throw new IllegalStateException(
        getClass().getName() + " has to tell the units and references of " + model.getClass());
  }

  /** DM-1. */
  @Trials
  @Clause("DM-1")
  void an_event_inverted_twice_is_the_event(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::invertsTwice);
  }

  /** DM-2. */
  @Trials
  @Clause("DM-2")
  void an_event_that_applies_can_be_taken_back_exactly(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::restores);
  }

  /** DM-3. */
  @Trials
  @Clause("DM-3")
  void a_refused_event_changes_nothing(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::refuses);
  }

  /** DM-4. */
  @Trials
  @Clause("DM-4")
  void a_diff_leads_from_one_model_to_another(@ForAll("settings") Setting<M, E> setting) {
    holds(setting, modelLaws()::differs);
  }

  /** DM-5. */
  @Trials
  @Clause("DM-5")
  void an_event_comes_back_from_json(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::comesBack);
  }

  /** DM-5. */
  @Example
  @Clause("DM-5")
  void events_are_written_as_they_always_were() {
    cases += new GoldenLines<>(domain(), goldenLines()).hold(getClass(), this::someEvents);
  }

  private Stream<E> someEvents() {
    return walks()
        .sampleStream()
        .limit(Tries.of(histories()))
        .flatMap(walk -> walk.moves().stream())
        .map(Move::event);
  }

  /** DM-6. */
  @Trials
  @Clause({"DM-6", "DG-2"})
  void the_digest_follows_every_event(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, modelLaws()::digestFollows);
  }

  /** DM-6. */
  @Trials
  @Clause({"DM-6", "DG-1", "DG-3"})
  void digests_are_equal_exactly_if_the_contents_are(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, modelLaws()::digestsTellApart);
  }

  /** DM-7. */
  @Trials
  @Clause("DM-7")
  void a_written_file_reads_as_the_model(@ForAll("settings") Setting<M, E> setting) {
    holds(setting, modelLaws()::readsWhatWasWritten);
  }

  /** DM-7. */
  @Trials
  @Clause("DM-7")
  void a_file_that_was_just_read_is_written_byte_for_byte(
      @ForAll("settings") Setting<M, E> setting) {
    holds(setting, modelLaws()::writesWhatWasRead);
  }

  /** DM-7. */
  @Trials
  @Clause("DM-7")
  void a_damaged_file_is_read_or_refused(@ForAll("settings") Setting<M, E> setting) {
    holds(setting, modelLaws()::answersDamage);
  }

  /** DM-8. */
  @Trials
  @Clause("DM-8")
  void a_model_comes_back_from_its_bytes(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, modelLaws()::comesBack);
  }

  /** DM-9. */
  @Trials
  @Clause("DM-9")
  void an_event_changes_what_it_says_it_writes(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::writesWhatItSays);
  }

  /** DM-10. */
  @Trials
  @Clause("DM-10")
  void an_event_without_some_units_does_the_rest(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::splits);
  }

  /** DM-11. */
  @Trials
  @Clause("DM-11")
  void a_merged_event_does_what_the_two_did(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::merges);
  }

  /** DM-12. */
  @Trials
  @Clause("DM-12")
  void the_dependents_of_an_event_are_complete(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::dependsOn);
  }

  /** DM-13. */
  @Trials
  @Clause("DM-13")
  void an_event_creates_modifies_or_deletes(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::hasOneEffect);
  }

  /** DM-14. */
  @Trials
  @Clause("DM-14")
  void an_event_can_be_told_for_another_model(@ForAll("walks") Walk<M, E> walk) {
    holds(walk, eventLaws()::rebases);
  }

  /** RB-1 to RB-9. */
  @Trials
  @Clause({"RB-1", "RB-2", "RB-3", "RB-4", "RB-5", "RB-6", "RB-7", "RB-8", "RB-9", "HI-2"})
  void what_was_rolled_back_never_was(
      @ForAll("starts") M start, @ForAll("programs") List<RollbackLaws.Op> program) {
    try {
      RollbackTally tally = RollbackLaws.hold(domain(), this::events, start, program);
      rollbacks = rollbacks.plus(tally);
      cases += tally.rollbacks();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(e + "\n  with " + program, e);
    }
  }

  /** Documents to begin with. */
  @Provide
  Arbitrary<M> starts() {
    return models().arbitrary();
  }

  /** Programs of edits by three origins, with undo, redo and rollbacks in between. */
  @Provide
  Arbitrary<List<RollbackLaws.Op>> programs() {
    return RollbackLaws.Op.any().arbitraryList(20, 40, 4);
  }

  /** SE-8. */
  @Trials
  @Clause("SE-8")
  void a_session_goes_on_when_the_domain_was_interrupted(
      @ForAll("walks") Walk<M, E> walk, @ForAll("faults") int fault) {
    holds(walk, whole -> new SessionLaws<>(domain()).survives(whole, fault));
  }

  /** Numbers of calls that fail. */
  @Provide
  Arbitrary<Integer> faults() {
    return Arbitraries.integers().between(0, 9_999);
  }

  /** Random histories. */
  @Provide
  Arbitrary<Walk<M, E>> walks() {
    return new Walks<>(domain(), models(), this::events).arbitrary();
  }

  /** Random histories, each with a model that has nothing to do with it, and some files. */
  @Provide
  Arbitrary<Setting<M, E>> settings() {
    return Combinators.combine(walks(), models().arbitrary(), files().arbitraryList(1, 3, 512))
        .as(Setting::new);
  }

  private <T> void holds(T value, ToIntFunction<T> law) {
    try {
      cases += law.applyAsInt(value);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      throw new AssertionError(e + "\n  with " + value, e);
    }
  }

  /** How many cases of its law the current test has seen. */
  int cases() {
    return cases;
  }

  /** What the rollbacks of the current test came to. */
  RollbackTally rollbacks() {
    return rollbacks;
  }

  private EventLaws<M, E> eventLaws() {
    return new EventLaws<>(domain(), view());
  }

  private ModelLaws<M, E> modelLaws() {
    return new ModelLaws<>(domain(), view());
  }

  private ModelView<M> view() {
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
      public Set<Dependent.Missing> dangling(M model) {
        return DomainContract.this.dangling(model);
      }
    };
  }

  private static byte[] damaged(byte[] file, Choices choices) {
    if (file.length == 0) {
      return file;
    }
    int at = choices.upTo(file.length - 1);
    if (choices.percent(50)) {
      return Arrays.copyOf(file, at);
    }
    byte[] damaged = file.clone();
    damaged[at] = (byte) choices.upTo(255);
    return damaged;
  }
}
