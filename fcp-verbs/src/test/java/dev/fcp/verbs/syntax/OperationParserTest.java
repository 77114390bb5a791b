package dev.fcp.verbs.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.verbs.syntax.ParseResult.Malformed;
import dev.fcp.verbs.syntax.ParseResult.Parsed;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OperationParserTest {

  /**
   * Lists every token after the verb, in the order positionals, parameters, selectors: {@code w}
   * word, {@code q} quoted, {@code a} arrow, {@code p} parameter, {@code s} selector, {@code n}
   * negated.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Splitting and quotes.
        "add svc DB                     | w[svc] w[DB]",
        "add \"a b\" 'c d'              | q[a b] q[c d]",
        "add \"it's\" 'say \"x\"'       | q[it's] q[say \"x\"]",
        "add \"\" ''                    | q[] q[]",
        "add don't                      | w[don't]",
        "add 5\" x\"y                   | w[5\"] w[x\"y]",
        "add \"a\"b                     | w[ab]",
        "add \"a\"\"b\"                 | w[a\"b\"]",
        // Escapes.
        "add \"a\\\"b\\\\c\\nd\\te\"    | q[a\"b\\c⏎d⇥e]",
        "add \"\\u0041\\u00e9\"         | q[Aé]",
        "add \"\\q \\' \\u12 \\u12xy\"  | q[\\q \\' \\u12 \\u12xy]",
        "add 'a\\'b\\\\c'               | q[a'b\\c]",
        "add 'a\\nb\\u0041\\\"'         | q[a\\nb\\u0041\\\"]",
        "add C:\\new                    | p[C=\\new]",
        "add a\\nb                      | w[a\\nb]",
        // Parameters.
        "add label:x                    | p[label=x]",
        "add label:\"data flow\"        | p[label=data flow]",
        "add label:'data flow'          | p[label=data flow]",
        "add label:                     | p[label=]",
        "add label:\"\"                 | p[label=]",
        "add label:\"a b\"c             | p[label=a bc]",
        "add url:https://host:8080/x    | p[url=https://host:8080/x]",
        "add a:b:\"c d\"                | w[d\"] p[a=b:\"c]",
        "add t:don't                    | p[t=don't]",
        "add \"a b\":c                  | p[a b=c]",
        "add \"a:b\":\"c d\"            | p[a:b=c d]",
        "add \"a:b\"c                   | w[a:bc]",
        "add z:1 a:2 m:3                | p[z=1] p[a=2] p[m=3]",
        "add :x :x:y                    | w[:x] w[:x:y]",
        "add x:-12 y:+10                | p[x=-12] p[y=+10]",
        "add A:F                        | p[A=F]",
        "add ABCD1:B2                   | p[ABCD1=B2]",
        "add A1:\"F1\"                  | p[A1=F1]",
        "add a:=b a2:->                 | p[a==b] p[a2=->]",
        // Wholly quoted tokens are positionals, whatever they contain.
        "add \"key:not-a-param\"        | q[key:not-a-param]",
        "add \"@x\" '@not:y' \"->\"     | q[@x] q[@not:y] q[->]",
        "add \"@x\"y \"-\">             | w[@xy] w[->]",
        // Arrows.
        "connect A -> B                 | w[A] a[->] w[B]",
        "connect A <-> B -- C           | w[A] a[<->] w[B] a[--] w[C]",
        "connect A->B --> <- ---        | w[A->B] w[-->] w[<-] w[---]",
        // Cell ranges, formulas and other tokens that are not parameters.
        "sum A1:F1 AA1:BB23 1:5         | w[A1:F1] w[AA1:BB23] w[1:5]",
        "sum a1:b2 Sheet2!A1:B10        | w[a1:b2] w[Sheet2!A1:B10]",
        "sum 'My Sheet'!A1:B10          | w[My Sheet!A1:B10]",
        "sum =SUM(A1:B2) =A1:B2         | w[=SUM(A1:B2)] w[=A1:B2]",
        "sum =x:\"a b\"                 | w[=x:\"a] w[b\"]",
        "add bar=baz -12 +10 C#4 #ff0000 | w[bar=baz] w[-12] w[+10] w[C#4] w[#ff0000]",
        // Selectors.
        "style @all                     | s[all]",
        "style @type:db                 | s[type=db]",
        "style @not:type:db             | n[type=db]",
        "style @not:locked              | n[locked]",
        "style @not                     | s[not]",
        "style @track:\"Grand Piano\"   | s[track=Grand Piano]",
        "style @not:track:\"Grand Piano\" | n[track=Grand Piano]",
        "style @url:a:b                 | s[url=a:b]",
        "style @range:1:5               | s[range=1:5]",
        "style @track:                  | s[track=]",
        "style a@b                      | w[a@b]",
        // The verb is the first token, whatever it looks like.
        "label:x y                      | w[y]",
        "\"quoted verb\" y              | w[y]",
      })
  void classifies_each_token(String input, String expected) {
    assertThat(describe(parsed(input))).isEqualTo(expected);
  }

  @Test
  void splits_at_tabs_and_line_breaks_and_keeps_them_in_quotes() {
    ParsedOperation op = parsed(" \t\r\nadd\ta\nb\r\nc \"d\ne\" ");
    assertThat(op.words()).containsExactly("a", "b", "c", "d\ne");
    assertThat(op.raw()).isEqualTo("add\ta\nb\r\nc \"d\ne\"");
  }

  @Test
  void lower_cases_only_the_verb() {
    ParsedOperation op = parsed("ADD Svc Label:X @Type:Y");
    assertThat(op.verb()).isEqualTo("add");
    assertThat(describe(op)).isEqualTo("w[Svc] p[Label=X] s[Type=Y]");
  }

  @Test
  void a_selector_keeps_its_raw_text() {
    assertThat(parsed("x @not:track:\"Grand Piano\"").selectors().get(0).raw())
        .isEqualTo("@not:track:\"Grand Piano\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\r\n "})
  void a_blank_text_is_malformed(String blank) {
    assertThat(OperationParser.parse(blank))
        .isEqualTo(new Malformed("the operation is empty", "", 1));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "add \"svc          | 5  | the quote \" at position 5 is never closed",
        "   add x:'y z      | 7  | the quote ' at position 7 is never closed",
        "add \"a\\\"        | 5  | the quote \" at position 5 is never closed",
        "add 'tis           | 5  | the quote ' at position 5 is never closed",
        "\"add              | 1  | the quote \" at position 1 is never closed",
        "add a:1 b:2 a:3    | 13 | the parameter \"a\" is given twice, at position 13",
        "add a:1 \"a\":1    | 9  | the parameter \"a\" is given twice, at position 9",
        "style @            | 7  | the selector \"@\" names no readable type, at position 7",
        "style x @:db       | 9  | the selector \"@:db\" names no readable type, at position 9",
        "style @not:        | 7  | the selector \"@not:\" names no readable type, at position 7",
      })
  void a_malformed_operation_names_the_position(String input, int position, String message) {
    assertThat(OperationParser.parse(input))
        .isEqualTo(new Malformed(message, input.strip(), position));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "add \"svc             | add \"svc\"",
        "add 'the web          | add \"the web\"",
        "add \"a\\             | add \"a\"",
        "add a:1 b:2 a:3 c:4   | add a:1 b:2 c:4",
        "add a:1 a:1 a:1 \"x y  | add \"x y\" a:1",
        "add b:1 \"             | add b:1",
        "add b:1 c:'           | add b:1",
        "style x @:db @all @   | style x @all",
      })
  void a_malformed_operation_is_repaired(String input, String replacement) {
    assertThat(((Malformed) OperationParser.parse(input)).repaired()).contains(replacement);
  }

  private static ParsedOperation parsed(String input) {
    assertThat(OperationParser.parse(input)).isInstanceOf(Parsed.class);
    return ((Parsed) OperationParser.parse(input)).op();
  }

  private static String describe(ParsedOperation op) {
    String positionals =
        op.positionals().stream()
            .map(p -> letter(p) + "[" + p.text() + "]")
            .collect(Collectors.joining(" "));
    String params =
        op.params().entrySet().stream()
            .map(p -> "p[" + p.getKey() + "=" + p.getValue() + "]")
            .collect(Collectors.joining(" "));
    String selectors =
        op.selectors().stream()
            .map(s ->
                (s.negated() ? "n[" : "s[")
                    + s.type()
                    + s.value().map(v -> "=" + v).orElse("")
                    + "]")
            .collect(Collectors.joining(" "));
    return String.join(" ", positionals, params, selectors)
        .strip()
        .replaceAll(" +(?=[pswn]\\[)", " ")
        .replace('\n', '⏎')
        .replace('\t', '⇥');
  }

  private static char letter(Positional positional) {
    return switch (positional.kind()) {
      case WORD -> 'w';
      case QUOTED -> 'q';
      case ARROW -> 'a';
    };
  }
}
