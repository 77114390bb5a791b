package dev.fcp.spec;

/** One place in which something differs from a right one, and the law of a contract it breaks. */
public interface KnownFault {

  /** The clause that the law speaks of. */
  String clause();

  /** The law of the contract that it breaks. */
  String law();

  /** What the faulty thing does. */
  String description();
}
