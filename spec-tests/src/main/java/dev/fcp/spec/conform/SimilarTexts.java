package dev.fcp.spec.conform;

import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Different texts that a log may treat as equal: because it trims, folds, normalizes, parses,
 * escapes or hashes them, or because they mean something to it.
 */
final class SimilarTexts {

  /** Characters that some programs take for white space, and some that nobody sees. */
  private static final String BLANKS =
      " \t\n\r\u000b\f\u001c\u0085\u00a0\u1680\u2000\u2003\u2007\u200a\u2028\u2029\u202f\u205f\u3000"
          + "\u0000\b\u001b\u007f\u00ad\u180e\u200b\u200d\u200e\u202e\u2060\ufe0f\ufeff";

  /** Words, each followed by what it becomes without case, marks or compatibility forms. */
  private static final List<String> LETTERS =
      List.of(
          "ab AB",
          "Ab aB",
          "\u00df ss",
          "\u1e9e \u00df",
          "stra\u00dfe STRASSE",
          "\u0131 i",
          "\u0130 I",
          "\u0130 i\u0307",
          "\u03c3 \u03c2",
          "\u03a3 \u03c3",
          "\u0436 \u0416",
          "\u00ff \u0178",
          "\u01c6 \u01c5",
          "\u017f s",
          "\u212a k",
          "\u212b \u00e5",
          "\u2126 \u03c9",
          "\u00b5 \u03bc",
          "\ud801\udc00 \ud801\udc28",
          "\ufb01 fi",
          "\u0149 \u02bcn",
          "\u2167 \u2177",
          "\u24b6 \u24d0",
          "\uff21 A",
          "\uff41 a",
          "\u2460 1",
          "\uff11 1",
          "\u0663 3",
          "\u00b2 2",
          "\u00bd 1/2",
          "\u2122 TM",
          "\u338f kg",
          "\u2116 No",
          "\u2026 ...",
          "\uff0e .",
          "\uff71 \u30a2",
          "\u3042 \u30a2",
          "\u00e9 e",
          "\u00e9 \u00e8",
          "\u00f1 n",
          "\u00fc ue",
          "\u00f8 o",
          "\u00e6 ae",
          "\u0153 oe",
          "\u0142 l",
          "\u0111 d",
          "\u00fe th",
          "\u0430 a",
          "\u03bf o",
          "\u2019 '",
          "\u201c \"",
          "\u2013 -",
          "\u2212 -",
          "\u00d7 x",
          "\ufffd ?",
          "\ud83d\ude00 \ufffd",
          "\ud83d\ude00 ?",
          "\u2764\ufe0f \u2764",
          "\ud83d\udc4d\ud83c\udffd \ud83d\udc4d",
          "\u00e9 \u00c3\u00a9",
          "\u20ac \u00e2\u201a\u00ac",
          "\u4e2d \u570b",
          "\uffff \ufffe");

  /** Texts that differ in canonical or compatible composition. */
  private static final List<String> COMPOSED =
      List.of(
          "\u00e9", "\u1e69", "\uac00", "\u0958", "\u0344", "\u1f82", "\u304c", "\ufb2a", "\ufdfa",
          "\ufb03", "\u01c4", "\u3392", "\u2075", "\u1d400", "\u212b");

  private static final List<String> NUMBERS = List.of("0", "1", "7", "10", "1000");

  /** What is added before and after a number that stays the same number. */
  private static final List<String> SAME_NUMBER =
      List.of(
          "0%s",
          "00%s", "+%s", "-%s", "%s.", "%s.0", "%s.00", ".%s", "%se0", "%sE+0", "0x%s", "%sL",
          "%sn", "%s%%", "%s,0", "#%s", "(%s)");

  private static final List<String> OTHER_NUMBERS =
      List.of(
          "1e3 1000",
          "1E3 1000",
          "1,000 1000",
          "1_000 1000",
          "1 000 1000",
          "0.1 .1",
          "0.10 0.1",
          "1e400 Infinity",
          "0.30000000000000004 0.3",
          "2020-01-02 2020-1-2",
          "2020-01-02T00:00:00Z 2020-01-02",
          "01:00 1:00");

  /** Characters that are written with escapes. */
  private static final String ESCAPED = "\n\t\\\"&<% \u00e9\u0000";

  /** Words of this protocol and of programming languages. */
  private static final List<String> WORDS =
      List.of(
          "type",
          "name",
          "event",
          "events",
          "entry",
          "entries",
          "cursor",
          "checkpoints",
          "sentinel",
          "marker",
          "savepoint",
          "new",
          "save",
          "load",
          "log",
          "do",
          "args",
          "state",
          "returns",
          "error",
          "fault",
          "true",
          "false",
          "null",
          "nil",
          "none",
          "None",
          "undefined",
          "NaN",
          "nan",
          "Infinity",
          "yes",
          "no",
          "on",
          "off",
          "t",
          "f",
          "y",
          "n",
          "__proto__",
          "constructor",
          "prototype",
          "toString",
          "valueOf",
          "hasOwnProperty",
          "length",
          "size",
          "hashCode",
          "equals",
          "class",
          "self",
          "this",
          "id",
          "key",
          "value",
          "index",
          "default",
          "root",
          "start",
          "begin",
          "end",
          "first",
          "last",
          "latest",
          "current",
          "head",
          "HEAD",
          "tail",
          "origin",
          "initial",
          "init",
          "empty",
          "unnamed",
          "unknown",
          "untitled",
          "all",
          "batch",
          "group",
          "commit",
          "rollback",
          "begin transaction",
          "checkpoint 1",
          "checkpoint-1",
          "checkpoint_1",
          "checkpoint1",
          "checkpoint:c",
          "c#1",
          "c (1)",
          "undo_to",
          "NUL",
          "CON",
          "a.txt",
          ".",
          "..",
          "../a",
          "./a",
          "a/",
          "/a",
          "a/../b",
          "~",
          "{}",
          "[]",
          "[object Object]",
          "{\"type\":\"checkpoint\",\"name\":\"c\"}",
          "{\"type\": \"checkpoint\"}",
          "{\"name\":\"c\"}",
          "[\"c\"]",
          "\"c\"",
          "${c}",
          "{c}",
          "{0}",
          "%s",
          "%d",
          "%1$s",
          "$1",
          "$(c)",
          "<c>",
          "<!--c-->",
          "//c",
          "/*c*/",
          "--c",
          "=1+1",
          "c;c",
          "c=c",
          "c:c",
          "c|c",
          "'c'",
          "[c]",
          "(c)",
          "`c`");

  /** Pairs of texts with the same hash: Java, 33, CRC-32, Adler-32, FNV, DJB, SDBM. */
  private static final List<String> EQUAL_HASHES =
      List.of(
          "Aa BB",
          "AaBB BBAa",
          "Ab BA",
          "07yutw a9k4l3",
          "7oubex 9bqtwc",
          "9m7v96 1o7d8m",
          "4ts23u 4ts0uu",
          "44ckn0 jmou2s",
          "ab ba",
          "abc acb",
          "abc cab",
          // The first 32 bits of MD5, SHA-1 and SHA-256.
          "euo43c u4pcg7",
          "dtrr0e 9x96j1",
          "i54l46 qh3dfb");

  private SimilarTexts() {}

  /** Two different texts. */
  record Pair(String text, String similar) {

    private static Pair parse(String line) {
      int blank = line.lastIndexOf(' ');
      return new Pair(line.substring(0, blank), line.substring(blank + 1));
    }
  }

  private static final List<List<Pair>> GROUPS =
      List.of(
          around(BLANKS.substring(0, BLANKS.length() / 2)),
          around(BLANKS.substring(BLANKS.length() / 2)),
          around(punctuation('!', '0')),
          around(punctuation(':', 'A')),
          around(punctuation('[', 'a') + punctuation('{', '\u007f')),
          LETTERS.stream().map(Pair::parse).toList(),
          COMPOSED.stream().flatMap(SimilarTexts::forms).toList(),
          numbers(),
          ESCAPED.chars().boxed().flatMap(unit -> escapes(unit)).toList(),
          words(),
          EQUAL_HASHES.stream().map(Pair::parse).toList());

  /** Returns the pairs, those of one kind together. */
  static List<List<Pair>> groups() {
    return GROUPS;
  }

  private static String punctuation(char first, char end) {
    return IntStream.range(first, end)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Adds characters at each place of a text. */
  private static List<Pair> around(String characters) {
    List<Pair> pairs = new ArrayList<>();
    for (String added : characters.codePoints().mapToObj(Character::toString).toList()) {
      pairs.add(new Pair("", added));
      pairs.add(new Pair("ab", "ab" + added));
      pairs.add(new Pair("ab", added + "ab"));
      pairs.add(new Pair("ab", "a" + added + "b"));
      pairs.add(new Pair("ab", "a" + added + added + "b"));
    }
    return pairs;
  }

  private static Stream<Pair> forms(String text) {
    return Stream.of(Normalizer.Form.values())
        .map(form -> new Pair(text, Normalizer.normalize(text, form)))
        .filter(pair -> !pair.text().equals(pair.similar()));
  }

  private static List<Pair> numbers() {
    List<Pair> pairs = new ArrayList<>();
    for (String number : NUMBERS) {
      SAME_NUMBER.forEach(format -> pairs.add(new Pair(number, format.formatted(number))));
    }
    OTHER_NUMBERS.forEach(line -> pairs.add(Pair.parse(line)));
    for (int bits : new int[] {24, 31, 32, 53, 63, 64}) {
      BigInteger power = BigInteger.TWO.pow(bits);
      pairs.add(new Pair(power.toString(), power.add(BigInteger.ONE).toString()));
      pairs.add(new Pair(power.toString(), power.negate().toString()));
    }
    return pairs;
  }

  private static Stream<Pair> escapes(int unit) {
    String character = Character.toString(unit);
    return Stream.of(
            Json.quote(character).substring(1, Json.quote(character).length() - 1),
            "\\" + (unit == '\n' ? "n" : unit == '\t' ? "t" : character),
            character + character,
            "\\u%04x".formatted(unit),
            "\\u%04X".formatted(unit),
            "\\x%02x".formatted(unit),
            "\\%03o".formatted(unit),
            URLEncoder.encode(character, StandardCharsets.UTF_8),
            URLEncoder.encode(character, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT),
            "&#%d;".formatted(unit),
            "&#x%x;".formatted(unit),
            "=%02X".formatted(unit),
            switch (unit) {
              case '&' -> "&amp;";
              case '<' -> "&lt;";
              case '"' -> "&quot;";
              case ' ' -> "&nbsp;";
              case '\n' -> "\r\n";
              default -> "&" + character + ";";
            })
        .distinct()
        .filter(escape -> !escape.equals(character))
        .map(escape -> new Pair("a" + character + "b", "a" + escape + "b"));
  }

  /** The names of the methods and the other words, in pairs of neighbors. */
  private static List<Pair> words() {
    List<String> words =
        Stream.concat(Stream.of(LogMethod.values()).map(LogMethod::jsonName), WORDS.stream())
            .toList();
    return IntStream.range(0, words.size() / 2)
        .mapToObj(index -> new Pair(words.get(2 * index), words.get(2 * index + 1)))
        .toList();
  }

  /** Returns the first texts of pairs, and the others. */
  static List<Set<String>> sides(List<Pair> pairs) {
    Set<String> texts = new LinkedHashSet<>();
    Set<String> similar = new LinkedHashSet<>();
    pairs.forEach(pair -> texts.add(pair.text()));
    pairs.forEach(pair -> similar.add(pair.similar()));
    similar.removeAll(texts);
    return List.of(texts, similar);
  }
}
