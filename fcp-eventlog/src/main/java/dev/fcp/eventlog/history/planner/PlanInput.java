package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import java.util.List;

/**
 * The state of a document for which a plan is made.
 *
 * @param history all steps
 * @param appliedSteps the steps on the undo stack up to the cursor, oldest first
 * @param head the point at the cursor
 * @param model the model at the cursor
 */
public record PlanInput<M, E>(
    History<E> history, List<StepId> appliedSteps, HistoryPoint head, M model) {}
