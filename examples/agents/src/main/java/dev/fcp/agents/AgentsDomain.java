package dev.fcp.agents;

import dev.fcp.eventlog.entity.EntityDomain;

/** The domain of projects on which agents work. */
public final class AgentsDomain extends EntityDomain<String, Item, AgentEvent> {

  static final ItemSpec SPEC = new ItemSpec();

  /** Creates the domain; all instances are equivalent. */
  public AgentsDomain() {
    super("agents", AgentEvent.types(SPEC), new ProjectFormat(SPEC));
  }
}
