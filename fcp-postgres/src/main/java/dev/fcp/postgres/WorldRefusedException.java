package dev.fcp.postgres;

import dev.fcp.postgres.WorldRefusal.Invalid;

/** Thrown if the caller does not handle a refusal of a {@link WorldStore}. Nothing changed. */
public final class WorldRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final transient WorldRefusal refusal;

  /** A refusal as an exception. */
  public WorldRefusedException(WorldRefusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  static WorldRefusedException invalid(String reason) {
    return new WorldRefusedException(new Invalid(reason));
  }

  /** Refuses a text that is empty, or that the database cannot store. */
  static void requireText(String what, String text) {
    if (text.isBlank()) {
      throw invalid(what + " is empty");
    }
    requireStorable(what, text);
  }

  /** Refuses a text that is empty, or by which the database cannot find rows. */
  static void requireIndexed(String what, String text) {
    requireText(what, text);
    IndexedText.problem(what, text)
        .ifPresent(problem -> {
          throw invalid(problem);
        });
  }

  /** Refuses a text that the database cannot store. */
  static void requireStorable(String what, String text) {
    if (!CanonicalJson.isStorable(text)) {
      throw invalid(what + " contains U+0000 or an unpaired surrogate, which cannot be stored");
    }
  }

  /** The refusal. */
  public WorldRefusal refusal() {
    return refusal;
  }
}
