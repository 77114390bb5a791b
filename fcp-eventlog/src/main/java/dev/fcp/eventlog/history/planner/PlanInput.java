package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import java.util.List;

/**
 * Where a document stands, for a plan to be made on.
 *
 * @param history all steps
 * @param appliedSteps the steps of the line up to the cursor, oldest first
 * @param head the point at the cursor
 * @param model the model there
 * @param <M> the model
 * @param <E> the events
 */
public record PlanInput<M, E>(
    History<E> history, List<StepId> appliedSteps, HistoryPoint head, M model) {}
