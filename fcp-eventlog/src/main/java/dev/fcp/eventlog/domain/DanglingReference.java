package dev.fcp.eventlog.domain;

/** A reference that an event would leave, or finds, without its target. */
public sealed interface DanglingReference {

  /** The entity that refers. */
  EntityRef referrer();

  /** The entity referred to. */
  EntityRef target();

  /** What the target is to the referrer, for instance {@code parent} or {@code source}. */
  String role();

  /** An entity of the model that refers to what the event removes. */
  record TargetRemoved(EntityRef referrer, EntityRef target, String role)
      implements DanglingReference {}

  /** A reference in the event itself whose target the model does not hold. */
  record TargetMissing(EntityRef referrer, EntityRef target, String role)
      implements DanglingReference {}
}
