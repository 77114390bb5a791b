package dev.fcp.postgres;

import java.time.Instant;
import java.util.Optional;

/**
 * A stored scenario.
 *
 * @param activeWorlds the number of worlds that were created from it and are not deleted
 */
public record StoredScenario(
    Scenario scenario, Optional<String> name, Instant createdAt, long activeWorlds) {}
