package dev.fcp.postgres;

/** Thrown if the caller does not handle a refusal of a {@link WorldStore}. Nothing changed. */
public final class WorldRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient WorldRefusal refusal;

  /** A refusal as an exception. */
  public WorldRefusedException(WorldRefusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  /** The refusal. */
  public WorldRefusal refusal() {
    return refusal;
  }
}
