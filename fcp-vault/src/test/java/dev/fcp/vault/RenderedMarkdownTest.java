package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.domain.InMemoryFolder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.junit.jupiter.api.Test;

/** What a reader of the Markdown sees. */
class RenderedMarkdownTest {

  /** The HTML of a text without its comments, which a browser does not show. */
  private static String rendered(String markdown) {
    String html = HtmlRenderer.builder().build().render(Parser.builder().build().parse(markdown));
    return html.replaceAll("<!--.*?-->\n?", "");
  }

  @Test
  void markers_are_invisible() {
    VaultUnderTest vault = VaultUnderTest.ofCampaign();
    for (String operation :
        List.of(
            "timeline add 3 Evening \"The bells rang\" \"22:15 Fire\"",
            "timeline add 3 Evening \"More bells\"",
            "thread add X y",
            "thread resolve \"The heir\" done")) {
      vault.runSuccessfully(operation);
    }
    for (String path : List.of("canon/timeline.md", "canon/open-threads.md")) {
      assertThat(vault.text(path)).contains("<!-- rpg:");
      assertThat(rendered(vault.text(path)))
          .doesNotContain("rpg:", "&lt;!--")
          .contains(path.contains("timeline") ? "<li>The bells rang</li>" : "<h3>X</h3>");
    }
  }

  @Test
  void events_are_items_below_their_headings() {
    VaultUnderTest vault = VaultUnderTest.of(InMemoryFolder.EMPTY);
    vault.runSuccessfully("timeline add 2 Evening \"The bells rang\"");
    vault.runSuccessfully("timeline add 2 Morning \"Rain\"");
    vault.runSuccessfully("timeline add 1 dusk \"22:15 Fire\"");
    vault.runSuccessfully("timeline add 1 Night \"Smoke\"");
    assertThat(vault.text("canon/timeline.md").replaceAll("(?m)^<!-- .* -->\n", ""))
        .isEqualTo(
            """
            ## Day 1

            ### Night

            - Smoke

            ### dusk

            - **22:15** Fire

            ## Day 2

            ### Morning

            - Rain

            ### Evening

            - The bells rang
            """);
  }

  @Test
  void headings_in_fenced_code_are_text() {
    VaultUnderTest vault =
        VaultUnderTest.of(InMemoryFolder.of("canon/timeline.md", "```\n## Day 1\n```\n"));
    vault.runSuccessfully("timeline add 1 Morning Rain");
    assertThat(vault.text("canon/timeline.md"))
        .startsWith("```\n## Day 1\n```\n\n## Day 1\n\n### Morning\n\n<!-- rpg:event:");
  }

  @Test
  void a_day_is_found_by_its_number_even_if_words_follow() {
    VaultUnderTest vault =
        VaultUnderTest.of(
            InMemoryFolder.of("canon/timeline.md", "## Day 3: The siege\n\n## Day 30\n"));
    vault.runSuccessfully("timeline add 3 Morning Rain");
    assertThat(vault.text("canon/timeline.md"))
        .startsWith("## Day 3: The siege\n\n### Morning\n\n<!-- ")
        .endsWith(":end -->\n\n## Day 30\n");
    assertThat(vault.query("timeline 3")).contains("- Rain");
  }

  @Test
  void paths_sections_and_the_prefix_of_markers_can_be_set() {
    VaultSettings settings =
        new VaultSettings(
            "gm",
            "log.md",
            "quests.md",
            List.of("Urgent Quests", "Other Quests"),
            "Done",
            List.of("Dawn", "Dusk"),
            new TreeMap<>(Map.of("npc", "people")));
    VaultUnderTest vault = VaultUnderTest.of(InMemoryFolder.EMPTY, new VaultLanguage(settings));
    vault.runSuccessfully("timeline add 1 dusk x");
    vault.runSuccessfully("timeline add 1 dawn x");
    vault.runSuccessfully("thread add X y priority:other");
    vault.runSuccessfully("thread resolve X z");
    vault.runSuccessfully("entity create npc Bo");
    assertThat(vault.folder().files()).containsOnlyKeys("log.md", "people/bo.md", "quests.md");
    assertThat(vault.text("log.md")).containsPattern("### Dawn\n[^#]*gm:event:[^#]*### Dusk\n");
    assertThat(vault.text("quests.md"))
        .containsPattern("## Other Quests\n+## Done\n[^#]*gm:thread:");
  }
}
