package dev.fcp.spec.domains.counter;

/**
 * A document that holds one number.
 *
 * @param value the number
 */
public record Counter(int value) {}
