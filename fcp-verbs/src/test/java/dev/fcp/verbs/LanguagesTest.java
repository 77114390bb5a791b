package dev.fcp.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.tally.TallyLanguage;
import java.util.List;
import org.junit.jupiter.api.Test;

class LanguagesTest {

  @Test
  void installed_languages_are_found() {
    assertThat(Languages.installed().forDomain("tally"))
        .hasValueSatisfying(found -> assertThat(found).isInstanceOf(TallyLanguage.class));
  }

  @Test
  void a_language_is_found_by_the_extension_of_a_file() {
    TallyLanguage tally = new TallyLanguage();
    Languages languages = Languages.of(List.of(tally));
    assertThat(languages.all()).isEqualTo(List.of(tally));
    assertThat(languages.forFileName("a.b.TALLY").orElseThrow()).isSameAs(tally);
    assertThat(languages.forFileName("a.txt")).isEmpty();
    assertThat(languages.forDomain("other")).isEmpty();
  }

  @Test
  void two_languages_of_one_domain_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Languages.of(List.of(new TallyLanguage(), new TallyLanguage())))
        .withMessage("two languages for the domain \"tally\"");
  }

  @Test
  void two_verbs_of_one_name_are_refused() {
    List<Form> twice = List.of(form("add"), form("add"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FormRegistry.of("verb", twice, form -> form))
        .withMessage("two of kind verb are named \"add\"");
  }

  @Test
  void a_verb_that_another_one_hides_is_refused() {
    List<Form> hidden = List.of(form("page"), form("page add"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FormRegistry.of("verb", hidden, form -> form))
        .withMessage("\"page add\" is shadowed by \"page\"");
  }

  private static Form form(String name) {
    return Form.of(name, "category", "summary");
  }
}
