package dev.fcp.postgres;

/**
 * A world to be created.
 *
 * @param slug its name in commands: 1 to 100 lower-case letters, digits and inner hyphens
 * @param name its name for people
 * @param scenario from what it is created
 */
public record NewWorld(String slug, String name, ScenarioRef scenario) {

  /** How a scenario is given. */
  public sealed interface ScenarioRef {

    /** By the name under which it was stored. */
    record ByName(String name) implements ScenarioRef {}

    /** By its hash. */
    record ByHash(String hash) implements ScenarioRef {}

    /** As a whole; it is stored under its hash. */
    record Inline(Scenario scenario) implements ScenarioRef {}
  }
}
