package dev.fcp.spec;

/** One deviation from a correct implementation, and the law of a contract that it breaks. */
public interface KnownFault {

  /** The clause that the law tests. */
  String clause();

  /** The law of the contract that it breaks. */
  String law();

  /** What the faulty implementation does. */
  String description();
}
