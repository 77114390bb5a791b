package dev.fcp.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.domain.InMemoryFolder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the threads of a story begin and end, and what the operations on them write. */
class StoryThreadTest {

  private static final String PATH = "canon/open-threads.md";
  private static final String FIRST = "<!-- rpg:thread:01ARZ3NDEKTSV4RRFFQ69G5FAV -->";
  private static final String SECOND = "<!-- rpg:thread:01ARZ3NDEKTSV4RRFFQ69G5FAW -->";

  private static VaultUnderTest vault(String... lines) {
    return VaultUnderTest.of(InMemoryFolder.of(PATH, String.join("\n", lines) + "\n"));
  }

  /** A vault of which the settings are changed after threads were written. */
  private static VaultUnderTest vaultWithPrefix(String prefix, String... lines) {
    return VaultUnderTest.of(
        InMemoryFolder.of(
            ".fcp-vault.yaml",
            "marker_prefix: " + prefix + "\n",
            PATH,
            String.join("\n", lines) + "\n"));
  }

  private static List<String> blocks(VaultUnderTest vault) {
    TextFile file = (TextFile) vault.model().at(PATH);
    return StoryThread.in(file).stream()
        .map(thread -> String.join("|", thread.parts(file).stream().map(Part::text).toList()))
        .toList();
  }

  @Test
  void a_thread_ends_at_the_next_marker_heading_or_the_end() {
    assertThat(
            blocks(
                vault(
                    "## High Priority",
                    FIRST,
                    "### X",
                    "- x",
                    "#### more",
                    "",
                    "y",
                    "",
                    SECOND,
                    "### Y",
                    "- y",
                    "### Z",
                    "- z",
                    "## Low Priority",
                    "text",
                    "### W",
                    "",
                    "w")))
        .containsExactly(
            FIRST + "|### X|- x|#### more||y", SECOND + "|### Y|- y", "### Z|- z", "### W||w");
  }

  @Test
  void a_heading_in_fenced_code_does_not_end_a_thread() {
    assertThat(blocks(vault("### X", "```", "## no", "```", "x")))
        .containsExactly("### X|```|## no|```|x");
  }

  @Test
  void a_thread_with_a_marker_of_an_earlier_prefix_moves_whole_and_alone() {
    VaultUnderTest vault =
        vaultWithPrefix(
            "saga",
            "## High Priority",
            "",
            FIRST,
            "### X",
            "- x",
            "",
            SECOND,
            "### Y",
            "- y",
            "",
            "## Completed",
            "");
    vault.runSuccessfully("thread resolve 01ARZ3NDEKTSV4RRFFQ69G5FAV done");
    assertThat(vault.text(PATH))
        .isEqualTo(
            """
            ## High Priority

            %s
            ### Y
            - y

            ## Completed

            %s
            ### ~~X~~
            - x
            - **Resolution:** done

            """
                .formatted(SECOND, FIRST));
    vault.runSuccessfully("thread add Z z");
    assertThat(vault.text(PATH)).contains("<!-- saga:thread:");
  }

  @Test
  void a_marker_in_fenced_code_does_not_end_a_thread_and_a_status_there_is_text() {
    VaultUnderTest vault =
        vault(
            "## High Priority",
            "",
            FIRST,
            "### X",
            "```",
            SECOND,
            "### Y",
            "- **Status:** New",
            "```",
            "- **Status:** New",
            "",
            "## Completed",
            "");
    vault.runSuccessfully("thread resolve X done");
    assertThat(vault.text(PATH))
        .isEqualTo(
            """
            ## High Priority

            ## Completed

            %s
            ### ~~X~~
            ```
            %s
            ### Y
            - **Status:** New
            ```
            - **Status:** Resolved
            - **Resolution:** done

            """
                .formatted(FIRST, SECOND));
    vault.runSuccessfully("thread reopen X");
    assertThat(vault.text(PATH))
        .contains("- **Status:** New\n```\n- **Status:** New\n")
        .doesNotContain("Resol");
  }

  @Test
  void a_thread_is_found_by_its_ulid_and_without_a_marker_by_its_name() {
    VaultUnderTest vault = vault(FIRST, "### X", "- x", "### Y", "- y");
    assertThat(vault.runSuccessfully("thread resolve 01ARZ3NDEKTSV4RRFFQ69G5FAV done"))
        .isEqualTo("* thread \"X\": resolved, done");
    assertThat(vault.runSuccessfully("thread resolve y done"))
        .isEqualTo("* thread \"Y\": resolved, done");
  }

  @Test
  void a_resolved_thread_moves_with_all_its_lines_and_comes_back_exactly() {
    String[] lines = {
      "## High Priority",
      "",
      FIRST,
      "### X",
      "- x",
      "- **Status:** New",
      "",
      "A note of a person.",
      "",
      "## Medium Priority",
      ""
    };
    VaultUnderTest vault = vault(lines);
    vault.runSuccessfully("thread resolve X \"They met\"");
    assertThat(vault.text(PATH))
        .isEqualTo(
            """
            ## High Priority

            ## Medium Priority

            ## Completed

            %s
            ### ~~X~~
            - x
            - **Status:** Resolved
            - **Resolution:** They met

            A note of a person.

            """
                .formatted(FIRST));
    vault.runSuccessfully("thread reopen X");
    assertThat(vault.text(PATH)).startsWith(String.join("\n", lines));
  }

  private static final String[] IN_PROGRESS = {
    "## High Priority",
    FIRST,
    "### X",
    "- x",
    "- **Status:** In progress",
    "- **Resolution:** none yet",
    "## Low Priority",
    "",
    SECOND,
    "### Y",
    "- y",
    "## Completed",
    "### ~~Z~~"
  };

  @Test
  void a_reopened_thread_has_its_former_section_and_text() {
    VaultUnderTest vault = vault(IN_PROGRESS);
    String before = vault.text(PATH);
    vault.runSuccessfully("thread resolve X \"They met\"");
    assertThat(vault.text(PATH)).doesNotContain("In progress");
    assertThat(vault.runSuccessfully("thread reopen X"))
        .isEqualTo("* thread \"X\": open, in High Priority");
    assertThat(vault.text(PATH)).isEqualTo(before);
    vault.runAll(List.of("thread resolve Y done", "thread reopen Y", "thread resolve Y again"));
    vault.runSuccessfully("thread reopen Y");
    assertThat(vault.text(PATH)).isEqualTo(before);
  }

  @Test
  void a_thread_that_is_reopened_in_another_section_has_its_former_text() {
    VaultUnderTest vault = vault(IN_PROGRESS);
    vault.runSuccessfully("thread resolve X \"They met\"");
    vault.runSuccessfully("thread reopen X priority:low");
    assertThat(vault.text(PATH))
        .isEqualTo(
            """
            ## High Priority
            ## Low Priority

            %s
            ### Y
            - y

            %s
            ### X
            - x
            - **Status:** In progress
            - **Resolution:** none yet

            ## Completed
            ### ~~Z~~
            """
                .formatted(SECOND, FIRST));
  }

  @Test
  void a_reopened_thread_keeps_the_lines_that_were_changed_since_it_was_resolved() {
    VaultUnderTest vault = vault(IN_PROGRESS);
    vault.runSuccessfully("thread resolve X \"They met\"");
    vault.runSuccessfully("note replace open-threads \"~~X~~\" \"~~X of Graywick~~\"");
    vault.runSuccessfully("note replace open-threads Resolved \"Resolved in 1312\"");
    vault.runSuccessfully("note replace open-threads \"They met\" \"They met twice\"");
    vault.runSuccessfully("note replace open-threads \"- x\" \"- xy\"");
    vault.runSuccessfully("thread reopen 01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assertThat(vault.text(PATH))
        .isEqualTo(
            String.join("\n", IN_PROGRESS)
                    .replace("### X", "### X of Graywick")
                    .replace("- x\n", "- xy\n")
                    .replace("In progress", "Resolved in 1312\n- **Resolution:** They met twice")
                + "\n");
  }

  @Test
  void nothing_is_written_into_fenced_code_that_has_no_end() {
    String path = "canon/open-threads.md";
    String refusal =
        "! the fenced code that begins in line 5 of %s has no end; add it, then try again"
            .formatted(path);
    VaultUnderTest vault =
        vault("### X", "- x", "## Low Priority", "## Completed", "```", "code", "## no heading");
    assertThat(vault.runRefused("thread resolve X done")).containsExactly(refusal);
    vault.runSuccessfully("thread add Y y priority:low");
    assertThat(vault.text(path)).contains("- y\n- **Status:** New\n\n## Completed\n```\n");

    String text = "### X\n\n~~~\ncode\n```\n";
    vault = VaultUnderTest.of(InMemoryFolder.of(path, text, "canon/timeline.md", text));
    for (String operation : List.of("thread add Y y", "thread resolve X x", "timeline add 1 a b")) {
      assertThat(vault.runRefused(operation))
          .singleElement()
          .asString()
          .startsWith("! the fenced code that begins in line 3 of canon/");
    }
    assertThat(vault.text(path)).isEqualTo(text);
    vault = VaultUnderTest.of(InMemoryFolder.of(path, "## Medium Priority\n" + text));
    assertThat(vault.runRefused("thread add Y y"))
        .containsExactly(refusal.replace("line 5", "line 4"));
  }

  @Test
  void two_threads_with_one_marker_are_told_apart_by_their_history_only() {
    VaultUnderTest vault = vault(FIRST, "### X", "- x", FIRST, "### X", "- y");
    assertThat(vault.runRefused("thread resolve X done"))
        .containsExactly(
            "! 2 threads have the marker %s; remove it from the copy".formatted(FIRST));
    assertThat(vault.runRefused("thread resolve 01arz3ndektsv4rrffq69g5fav done"))
        .containsExactly(
            "! 2 threads have the marker %s; remove it from the copy".formatted(FIRST));
  }

  @Test
  void a_thread_that_was_resolved_elsewhere_is_reopened_in_the_section_of_a_priority() {
    VaultUnderTest vault = vault("## Completed", "", FIRST, "### ~~X~~", "- x", "");
    vault.runSuccessfully("thread reopen X priority:low");
    assertThat(vault.text(PATH))
        .isEqualTo("## Low Priority\n\n" + FIRST + "\n### X\n- x\n\n## Completed\n\n");
    vault.undo();
    vault.runSuccessfully("thread reopen X");
    assertThat(vault.text(PATH)).startsWith("## Medium Priority\n");
  }

  @Test
  void a_thread_without_a_section_comes_back_exactly() {
    VaultUnderTest vault = vault("### X", "- x", "", "### Y", "- y");
    String before = vault.text(PATH);
    vault.runSuccessfully("thread resolve X done");
    assertThat(vault.runSuccessfully("thread reopen X")).isEqualTo("* thread \"X\": open");
    assertThat(vault.text(PATH)).startsWith(before);
  }

  @Test
  void a_new_thread_is_written_below_the_heading_of_its_priority() {
    VaultUnderTest vault = VaultUnderTest.of(InMemoryFolder.EMPTY);
    vault.runSuccessfully("thread add \"The heir\" \"Last seen in Graywick\" priority:low");
    vault.runSuccessfully("thread add \"The mill\" \"It turns at night\" priority:high");
    assertThat(vault.text(PATH).replaceAll("rpg:thread:[0-9A-Z]{26}", "rpg:thread:ULID"))
        .isEqualTo(
            """
            ## High Priority

            <!-- rpg:thread:ULID -->
            ### The mill
            - It turns at night
            - **Status:** New

            ## Low Priority

            <!-- rpg:thread:ULID -->
            ### The heir
            - Last seen in Graywick
            - **Status:** New
            """);
  }
}
