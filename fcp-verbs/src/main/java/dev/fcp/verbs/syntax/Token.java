package dev.fcp.verbs.syntax;

/**
 * One token of an operation string.
 *
 * @param text the token without its quotes and with its escapes resolved
 * @param raw the token as typed
 * @param position where the token starts in the trimmed input, counted from 1
 * @param startsQuoted whether the token starts with a quoted part
 * @param isWhollyQuoted whether the token was quoted as a whole
 * @param colonIndex the index in {@code text} of the first colon outside quotes; -1 if there is
 *     none
 * @param secondColonIndex the index in {@code text} of the second colon outside quotes; -1 if there
 *     is none
 * @param hasQuotedValue whether a value after a colon is quoted
 */
record Token(
    String text,
    String raw,
    int position,
    boolean startsQuoted,
    boolean isWhollyQuoted,
    int colonIndex,
    int secondColonIndex,
    boolean hasQuotedValue) {}
