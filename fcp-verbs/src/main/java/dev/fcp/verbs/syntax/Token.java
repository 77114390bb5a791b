package dev.fcp.verbs.syntax;

/**
 * One token of an operation string.
 *
 * @param text the token without its quotes and with its escapes resolved
 * @param raw the token as typed
 * @param position where it starts in the trimmed input, counted from 1
 * @param startsQuoted whether the first character of the text stood in quotes
 * @param isWhollyQuoted whether the token was quoted as a whole
 * @param colonIndex index in {@code text} of the first colon outside quotes, -1 if there is none
 * @param secondColonIndex index in {@code text} of the second one, -1 if there is none
 * @param hasQuotedValue whether a quote opened after a colon
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
