package dev.fcp.eventlog.history.planner;

import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.StepId;
import java.util.List;
import java.util.Optional;

/**
 * Where a document stands, for a plan to be made on.
 *
 * @param history all steps
 * @param appliedSteps the steps of the line up to the cursor, oldest first
 * @param head the place of the cursor; empty for the base
 * @param model the model there
 * @param <M> the model
 * @param <E> the events
 */
public record PlanInput<M, E>(
    History<E> history, List<StepId> appliedSteps, Optional<StepId> head, M model) {}
