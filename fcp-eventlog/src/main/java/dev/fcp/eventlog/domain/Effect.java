package dev.fcp.eventlog.domain;

/** What an event does to the existence of the entity that it is about. */
public enum Effect {
  /** The entity is there afterwards and was not before. */
  CREATES,
  /** The entity is there before and after. */
  MODIFIES,
  /** The entity was there before and is not afterwards. */
  DELETES;

  /** Whether the entity comes into being. */
  public boolean creates() {
    return this == CREATES;
  }

  /** The effect of the inverse. */
  public Effect inverse() {
    return switch (this) {
      case CREATES -> DELETES;
      case MODIFIES -> MODIFIES;
      case DELETES -> CREATES;
    };
  }
}
