package dev.fcp.verbs.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.verbs.syntax.OperationParser;
import dev.fcp.verbs.syntax.ParseResult;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormTest {

  private static final Param<Double> X = Param.decimal("x", "X", -100, 100);
  private static final Param<Integer> COUNT = Param.integer("count", "N", 1, 9);
  private static final Param<String> DIR = Param.choice("dir", "TB", "LR");
  private static final String SYNTAX =
      "move REF|@SELECTOR... [WHERE] [x:X] [count:N] [dir:TB|LR] [label:TEXT] [any:yes|no]";
  private static final Form MOVE =
      Form.of("move", "shapes", "moves a shape")
          .requiredOrSelected("REF")
          .optional("WHERE")
          .params(X, COUNT, DIR, Param.text("label", "TEXT"), Param.flag("any"))
          .selectors(
              List.of(
                  SelectorForm.withValue("type", "TYPE"),
                  SelectorForm.withoutValue("all"),
                  SelectorForm.withChoice("side", "left", "right")));
  private static final Form CONNECT =
      Form.of("connect", "edges", "connects").required("FROM").required("TO").rest("TO").arrows();
  private static final Form PAGE =
      Form.of("page add", "pages", "adds").required("NAME").params(Param.text("layer", "NAME"));

  @ParameterizedTest
  @CsvSource({
    "move DB",
    "move DB left x:-100 count:9 dir:lr any:YES label:''",
    "move @type:db",
    "move @all x:1.5e1",
    "move @not:side:left DB",
  })
  void declared_arguments_are_accepted(String op) {
    assertThat(MOVE.check(parsed(op))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '%',
      quoteCharacter = '`',
      value = {
        "move % move needs REF; usage: SYNTAX %",
        "move DB a b % move: unexpected argument b; usage: SYNTAX %",
        "move DB lable:q % move does not know the parameter \"lable\"; it knows x, count, dir, label, any % move DB label:q",
        "move DB zoom:2 % move does not know the parameter \"zoom\"; it knows x, count, dir, label, any %",
        "move DB x:12abc % x:12abc is not a number %",
        "move DB x:NaN % x:NaN is not a number %",
        "move DB x:999abc % x:999abc is not a number %",
        "move DB x:0x10 % x:0x10 is not a number %",
        "move DB x:1e999 % x:1e999 must be between -100 and 100 % move DB x:100",
        "move DB x:-100.5 % x:-100.5 must be between -100 and 100 % move DB x:-100",
        "move DB count:0 % count:0 must be between 1 and 9 % move DB count:1",
        "move DB count:1.5 % count:1.5 is not a whole number %",
        "move DB count:many % count:many is not a whole number %",
        "move DB count:99999999999999999999 % count:99999999999999999999 is not a whole number %",
        "move DB dir:TR % dir:TR is not one of TB, LR %",
        "move DB any:maybe % any:maybe is not one of yes, no %",
        "move @typ:db % move does not know the selector @typ; it knows @type, @all, @side % move @type:db",
        "move @colour % move does not know the selector @colour; it knows @type, @all, @side %",
        "move @type % @type needs a value: @type:TYPE %",
        "move @side % @side needs a value: @side:left|right %",
        "move @side:up % @side does not know \"up\"; it knows left, right %",
        "move @all:x % @all takes no value %",
        "move @not:side:lef % @side does not know \"lef\"; it knows left, right % move @not:side:left",
        "move A -> B % move takes no arrows; usage: SYNTAX %",
      })
  void invalid_and_undeclared_arguments_are_refused(String op, String message, String suggestion) {
    Refusal refusal = MOVE.check(parsed(op)).orElseThrow();
    assertThat(refusal.message()).isEqualTo(message.replace("SYNTAX", SYNTAX));
    assertThat(refusal.suggestion().orElse(null)).isEqualTo(suggestion);
  }

  @Test
  void arrows_do_not_count_as_arguments() {
    assertThat(CONNECT.check(parsed("connect A -> B -> C"))).isEmpty();
    assertThat(CONNECT.check(parsed("connect A ->")))
        .contains(Refusal.because("connect needs TO; usage: connect FROM TO [TO...]"));
  }

  @Test
  void a_form_without_selectors_refuses_all() {
    assertThat(CONNECT.check(parsed("connect A B @all")))
        .contains(
            Refusal.because("connect does not know the selector @all; it knows no selectors"));
  }

  @Test
  void a_name_of_two_words_is_not_quoted_in_suggestions() {
    ParsedOperation op = parsed("\"page add\" \"Page 2\" laeyr:1");
    assertThat(PAGE.check(op).orElseThrow().suggestion()).contains("page add \"Page 2\" layer:1");
  }

  @Test
  void a_missing_mandatory_parameter_is_refused() {
    Form form = Form.of("tempo", "time", "sets").params(COUNT.mandatory());
    assertThat(form.check(parsed("tempo")))
        .contains(Refusal.because("tempo needs count:N; usage: tempo count:N"));
  }

  @Test
  void unquoted_text_is_suggested_in_quotes() {
    Form form =
        Form.of("rename", "pages", "renames").required("OLD").required("NEW").suggestingQuotes();
    Refusal refusal = form.check(parsed("rename A my new name")).orElseThrow();
    assertThat(refusal.suggestion()).contains("rename A \"my new name\"");
    assertThat(form.check(parsed("rename A \"my new name\""))).isEmpty();
  }

  @Test
  void undeclared_parameters_are_left_to_a_verb_that_accepts_any() {
    assertThat(Form.of("style", "s", "s").anyParams().check(parsed("style rounded:1"))).isEmpty();
  }

  @Test
  void a_parameter_parses_its_value() {
    ParsedOperation op = parsed("move DB x:2.5 count:3 dir:lr any:no");
    assertThat(X.valueIn(op)).contains(2.5);
    assertThat(COUNT.valueIn(op)).contains(3);
    assertThat(DIR.valueIn(op)).contains("LR");
    assertThat(Param.flag("any").valueIn(op)).contains(false);
    assertThat(Param.text("label", "TEXT").valueIn(op)).isEmpty();
  }

  @Test
  void a_name_is_one_or_two_words_in_lower_case() {
    assertThatIllegalArgumentException().isThrownBy(() -> Form.of("Add", "c", "s"));
    assertThatIllegalArgumentException().isThrownBy(() -> Form.of("a b c", "c", "s"));
    assertThatIllegalArgumentException().isThrownBy(() -> Form.of("", "c", "s"));
  }

  private static ParsedOperation parsed(String text) {
    return ((ParseResult.Parsed) OperationParser.parse(text)).op();
  }
}
