package dev.fcp.spec.conform;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A clause of {@code SPEC.md}.
 *
 * @param id such as {@code EL-4}
 * @param title its heading
 * @param kind required, recommended or capability
 * @param text the quoted sentence or, without a quotation, the intent; list items are separate
 *     lines
 * @param isQuoted whether the text is quoted from the specification
 */
record SpecClause(String id, String title, String kind, String text, boolean isQuoted) {

  private static final Pattern CLAUSE_PATTERN =
      Pattern.compile(
          "(?m)^### ((?:EL|CP)-\\d+) (.+)\\n\\nKind: (\\w+)\\n\\n((?:(?!^#)[^\\n]*\\n)*)");

  private static final Map<String, SpecClause> LOG_CLAUSES = parseLogClauses();

  private static final Set<String> REQUIRED_IDS =
      LOG_CLAUSES.values().stream()
          .filter(SpecClause::isRequired)
          .map(SpecClause::id)
          .collect(Collectors.toUnmodifiableSet());

  /** Returns the clauses about the log by id, in document order. */
  static Map<String, SpecClause> logClauses() {
    return LOG_CLAUSES;
  }

  private static Map<String, SpecClause> parseLogClauses() {
    Map<String, SpecClause> clauses = new LinkedHashMap<>();
    Matcher matcher = CLAUSE_PATTERN.matcher(VectorFile.resource("SPEC.md"));
    while (matcher.find()) {
      SpecClause clause = parse(matcher.toMatchResult());
      clauses.put(clause.id(), clause);
    }
    return Collections.unmodifiableMap(clauses);
  }

  /** Returns the ids of the required clauses about the log. */
  static Set<String> requiredIds() {
    return REQUIRED_IDS;
  }

  boolean isRequired() {
    return kind.equals("required");
  }

  private static SpecClause parse(MatchResult match) {
    String body = match.group(4);
    return new SpecClause(
        match.group(1),
        match.group(2),
        match.group(3),
        sentence(body),
        body.lines().anyMatch(line -> line.startsWith("> ")));
  }

  /** Returns the word that introduces the text, which differs for quotations. */
  String introduction() {
    return isQuoted ? "says" : "means";
  }

  private static String sentence(String body) {
    String quoted =
        body.lines()
            .filter(line -> line.startsWith("> "))
            .map(line -> line.substring(2))
            .collect(Collectors.joining(" "));
    return quoted.isEmpty()
        ? Stream.of(body.strip().replaceFirst("^Intent: ", "").split("\n\n|\n(?=- )"))
            .map(part -> part.replaceAll("\\s+", " "))
            .collect(Collectors.joining("\n"))
        : quoted;
  }
}
