package dev.fcp.verbs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.run.Response.Line;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryRunnerTest {

  private static final Param<Integer> LINES = Param.integer("lines", "N", 0, 1000);
  private final QueryRunner<String> queries =
      new QueryRunner<>(
          List.of(
              Query.of(
                  Form.of("count", "queries", "counts").optional("WORD").params(LINES),
                  (query, context) ->
                      QueryResult.lines(
                          IntStream.rangeClosed(1, LINES.valueIn(query).orElse(1))
                              .mapToObj(i -> context.model() + i)
                              .toList()))),
          CallLimits.STANDARD);

  @Test
  void an_answer_of_one_page_is_not_paged() {
    Response response = ask("count lines:100");
    assertThat(response.lines()).hasSize(100).startsWith("m1").endsWith("m100");
  }

  @Test
  void a_longer_answer_ends_with_the_query_for_its_next_page() {
    assertThat(ask("COUNT  lines:101 \"a b\"").lines())
        .hasSize(101)
        .endsWith("m100", "more: count \"a b\" lines:101 page:2");
    assertThat(ask("count \"a b\" lines:101 page:2").lines()).containsExactly("m101");
  }

  @Test
  void a_middle_page_ends_with_the_query_for_its_next_page() {
    assertThat(ask("count lines:250 page:2").lines())
        .hasSize(101)
        .startsWith("m101")
        .endsWith("m200", "more: count lines:250 page:3");
  }

  @Test
  void an_empty_answer_is_one_empty_page() {
    assertThat(ask("count lines:0")).isEqualTo(Response.of());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "count lines:101 page:3 | ! there is no page 3; the last one is 2 | count lines:101 page:2",
        "count page:0 | ! page:0 must be at least 1 | count page:1",
        "count page:x | ! page:x is not a whole number | count page:1",
        "coutn | ! unknown query \"coutn\"; known: count | count",
        "count lins:2 | ! count does not know the parameter \"lins\"; it knows lines | count lines:2",
      })
  void what_cannot_be_answered_is_refused(String query, String message, String suggestion) {
    assertThat(ask(query))
        .isEqualTo(new Response(List.of(Line.of(message), Line.suggestion(suggestion)), true));
  }

  @Test
  void a_malformed_query_names_the_position() {
    assertThat(ask("count \"x"))
        .isEqualTo(
            new Response(
                List.of(
                    Line.of("! the quote \" at position 7 is never closed"),
                    Line.suggestion("count \"x\"")),
                true));
  }

  @Test
  void no_query_can_declare_the_page_parameter() {
    Query<String> query =
        Query.of(
            Form.of("q", "queries", "q").params(Param.text("page", "NAME")),
            (op, context) -> QueryResult.lines());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QueryRunner<>(List.of(query), CallLimits.STANDARD));
  }

  private Response ask(String query) {
    return queries.answer("m", ViewState.initial(), query);
  }
}
