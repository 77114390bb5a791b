package dev.fcp.postgres;

/**
 * The state of a world after a turn.
 *
 * @param turn the turn
 * @param entities the entities as an array, in the form of the domain: {@code [{key, units}, …]}
 * @param content the content of the scenario, which no turn changes and which is not stored with it
 */
public record TurnState(Turn turn, CanonicalJson entities, CanonicalJson content) {

  /** The state as one object, as programs receive it: {@code {turn, …, content, entities}}. */
  public CanonicalJson whole() {
    return CanonicalJson.of(
        CanonicalJson.object()
            .put("turn", turn.turn())
            .put("turn_ref", turn.ref())
            .put("simulation_time", turn.simulationTime())
            .put("state_hash", turn.stateHash())
            .set("content", content.node())
            .set("entities", entities.node()));
  }
}
