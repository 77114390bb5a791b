package dev.fcp.eventlog.session;

import static java.util.Comparator.naturalOrder;

import com.google.common.collect.Comparators;
import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.persistent.PersistentMap;
import java.lang.ref.SoftReference;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The models at some history points, from which a distant one is reached sooner than from the
 * cursor (HI-2): one every few hundred steps in memory, as long as there is space, and those in the
 * snapshots of the journal. Models share their structure, so that a kept one costs only what later
 * steps changed. Immutable.
 *
 * @param models finds the model at a point; empty if it is gone
 */
record KeptModels<M>(PersistentMap<HistoryPoint, Supplier<Optional<M>>> models) {

  /** The number of steps between models that are kept in memory. */
  static final int STEPS_APART = 512;

  /** How many models are considered; those next to a point may be on other branches. */
  private static final int CANDIDATES = 16;

  private static final Comparator<HistoryPoint> ORDER =
      Comparator.comparing(HistoryPoint::step, Comparators.<StepId>emptiesFirst(naturalOrder()));

  /** A model and its history point. */
  record Start<M>(HistoryPoint point, M model) {}

  static <M> KeptModels<M> none() {
    return new KeptModels<>(PersistentMap.empty(ORDER));
  }

  KeptModels<M> with(HistoryPoint point, Supplier<Optional<M>> model) {
    return new KeptModels<>(models.with(point, model));
  }

  /** Keeps the model at a depth of the history if it is far enough from the one before. */
  KeptModels<M> withIfDue(HistoryPoint point, int depth, M model) {
    if (depth % STEPS_APART != 0) {
      return this;
    }
    SoftReference<M> reference = new SoftReference<>(model);
    return with(point, () -> Optional.ofNullable(reference.get()));
  }

  /** The nearest kept model before a history point, if it is nearer than a number of steps. */
  Optional<Start<M>> nearest(History<?> history, HistoryPoint target, int steps) {
    int depth = history.depth(target);
    Optional<Map.Entry<HistoryPoint, Supplier<Optional<M>>>> kept = models.floor(target);
    for (int i = 0; i < CANDIDATES && kept.isPresent(); i++) {
      HistoryPoint point = kept.get().getKey();
      if (history.contains(point) && history.isAncestor(point, target)) {
        int distance = depth - history.depth(point);
        Optional<M> model = distance < steps ? kept.get().getValue().get() : Optional.empty();
        if (distance >= steps || model.isPresent()) {
          return model.map(found -> new Start<>(point, found));
        }
      }
      kept = models.lower(point);
    }
    return Optional.empty();
  }
}
