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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/**
 * The laws of domains as tests. A subclass gives the domain, a generator of its models and one of
 * events for a model; every law is then tried on random histories of 20 to 60 events, with some
 * taken back and some brought back in between.
 *
 * <p>A law that found no case to look at fails as well, unless {@link #withoutCases} excuses it.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class DomainContract<M, E> {

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

  /** How many histories each law is tried on. */
  protected int histories() {
    return 30;
  }

  /** How many tries are made to find a smaller history that fails. */
  protected int shrinkings() {
    return 3_000;
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
  @Test
  @Clause("DM-1")
  void an_event_inverted_twice_is_the_event() {
    onWalks("DM-1", eventLaws()::invertsTwice);
  }

  /** DM-2. */
  @Test
  @Clause("DM-2")
  void an_event_that_applies_can_be_taken_back_exactly() {
    onWalks("DM-2", eventLaws()::restores);
  }

  /** DM-3. */
  @Test
  @Clause("DM-3")
  void a_refused_event_changes_nothing() {
    onWalks("DM-3", eventLaws()::refuses);
  }

  /** DM-4. */
  @Test
  @Clause("DM-4")
  void a_diff_leads_from_one_model_to_another() {
    onSettings("DM-4", modelLaws()::differs);
  }

  /** DM-5. */
  @Test
  @Clause("DM-5")
  void an_event_comes_back_from_json() {
    onWalks("DM-5", eventLaws()::comesBack);
  }

  /** DM-6. */
  @Test
  @Clause({"DM-6", "DG-2"})
  void the_digest_follows_every_event() {
    onWalks("DM-6", modelLaws()::digestFollows);
  }

  /** DM-6. */
  @Test
  @Clause({"DM-6", "DG-1", "DG-3"})
  void digests_are_equal_exactly_if_the_contents_are() {
    onWalks("DM-6", modelLaws()::digestsTellApart);
  }

  /** DM-7. */
  @Test
  @Clause("DM-7")
  void a_written_file_reads_as_the_model() {
    onSettings("DM-7", modelLaws()::readsWhatWasWritten);
  }

  /** DM-7. */
  @Test
  @Clause("DM-7")
  void a_file_that_was_just_read_is_written_byte_for_byte() {
    onSettings("DM-7", modelLaws()::writesWhatWasRead);
  }

  /** DM-7. */
  @Test
  @Clause("DM-7")
  void a_damaged_file_is_read_or_refused() {
    onSettings("DM-7", modelLaws()::answersDamage);
  }

  /** DM-8. */
  @Test
  @Clause("DM-8")
  void a_model_comes_back_from_its_bytes() {
    onWalks("DM-8", modelLaws()::comesBack);
  }

  /** DM-9. */
  @Test
  @Clause("DM-9")
  void an_event_changes_what_it_says_it_writes() {
    onWalks("DM-9", eventLaws()::writesWhatItSays);
  }

  /** DM-10. */
  @Test
  @Clause("DM-10")
  void an_event_without_some_units_does_the_rest() {
    onWalks("DM-10", eventLaws()::splits);
  }

  /** DM-11. */
  @Test
  @Clause("DM-11")
  void a_merged_event_does_what_the_two_did() {
    onWalks("DM-11", eventLaws()::merges);
  }

  /** DM-12. */
  @Test
  @Clause("DM-12")
  void the_dependents_of_an_event_are_complete() {
    onWalks("DM-12", eventLaws()::dependsOn);
  }

  private void onWalks(String clause, ToIntFunction<Walk<M, E>> law) {
    trial(clause, walks(), law);
  }

  private void onSettings(String clause, ToIntFunction<Setting<M, E>> law) {
    Generator<Walk<M, E>> walks = walks();
    Generator<List<byte[]>> files = files().list(1, 3);
    trial(
        clause,
        choices ->
            new Setting<>(
                walks.generate(choices), models().generate(choices), files.generate(choices)),
        law);
  }

  private <T> void trial(String clause, Generator<T> generator, ToIntFunction<T> law) {
    int[] cases = {0};
    Trials.of(histories())
        .shrinkingAtMost(shrinkings())
        .check(generator, value -> cases[0] += law.applyAsInt(value));
    Law.require(
        clause,
        cases[0] > 0 || withoutCases().contains(clause),
        () ->
            "or not, " + histories() + " histories of " + domain().name() + " hold no case of it");
  }

  private Walks<M, E> walks() {
    return new Walks<>(domain(), models(), this::events);
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
