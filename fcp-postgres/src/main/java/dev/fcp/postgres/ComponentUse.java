package dev.fcp.postgres;

import java.util.UUID;

/**
 * A turn that ran under a component.
 *
 * @param world the slug of the world, which may be deleted
 * @param turn the turn that the attempt produced or would have produced
 * @param attemptStatus whether the attempt was committed or failed
 * @param eventCount the number of its events that carry the component
 */
public record ComponentUse(
    String world, long turn, UUID attempt, Attempt.Status attemptStatus, long eventCount) {}
