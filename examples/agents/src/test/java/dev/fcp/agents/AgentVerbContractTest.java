package dev.fcp.agents;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbContract;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

class AgentVerbContractTest extends VerbContract<EntityModel<String, Item>, AgentEvent> {

  static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-03-04T12:05:00Z"));

  static final String PROJECT =
      """
      # the project
      project Bree folder:work

      agent Elrond state:working trigger:started
      | coordinate
      agent Gandalf parent:Elrond state:idle
      | make the build green
      agent Bilbo parent:Elrond   state:idle
      sent 1 agent:Gandalf role:user session:s1
      | Please fix the build.
      tool 1 agent:Gandalf at:2026-03-04T12:04:00Z tool:Bash
      | mvn verify
      commitment 1 agent:Gandalf status:pending assertion:"mvn verify"
      | The build is green.
      commitment 2 agent:Bilbo status:verifying verifier:Gandalf
      | The guide is written.
      document plan.md
      | first
      | second
      """;

  @Override
  protected DocumentUnderTest<EntityModel<String, Item>, AgentEvent> document() {
    return DocumentUnderTest.of(new AgentsLanguage(CLOCK), AgentFiles.bytes(PROJECT));
  }

  @Override
  protected List<SuccessExample> done() {
    return SuccessExample.parseTable(
        """
        project Shire folder:/tmp = + project Shire in /tmp
        spawn Frodo "carry the ring" parent:Gandalf = + agent Frodo (idle): "carry the ring"
        assign Gandalf "write the guide" = * agent Gandalf (working, assigned): "write the guide"
        state Gandalf waiting trigger:"no answer" = * agent Gandalf (waiting, no answer): "make the build green"
        dismiss Bilbo "no work left" = * agent Bilbo (dismissed: no work left)
        ping Gandalf = * agent Gandalf (idle): "make the build green"
        select Gandalf = * project Bree in work
        focus plan.md = + focus 1 on document plan.md
        say Gandalf Hurry. role:coordinator session:s1 = + sent 2 to Gandalf (coordinator): "Hurry."
        reply Gandalf "It is green." input:1200 output:85 = + received 1 from Gandalf: "It is green."
        tool Gandalf Read pom.xml = + tool 2 of Gandalf, Read "pom.xml", running
        finish 1 "exit 1" failed:yes = * tool 1 of Gandalf, Bash "mvn verify", failed -> "exit 1"
        commit Bilbo "There is cake." assert:"ls cake" = + commitment 3 of Bilbo, pending: "There is cake."
        verify 1 by:Bilbo = * commitment 1 of Gandalf, verifying by Bilbo: "The build is green."
        verify 2 failed output:"no guide" = * commitment 2 of Bilbo, failed by Gandalf, "no guide": "The guide is written."
        write plan.md "first\\nthird" = * document plan.md, 2 lines
        write guide.md "# Guide" = + document guide.md, 1 line
        delete plan.md = - document plan.md, 2 lines
        violation Gandalf "build broken" detail:"exit 1" = + violation 1 of Gandalf, build broken: "exit 1"
        unsent Gandalf timeout prompt:Hurry. = + unsent 1 to Gandalf, timeout: "Hurry."
        corrupt s1 reason:"no end" = + corrupt 1 of session s1: "no end"
        transcript Gandalf "{\\"role\\":\\"user\\",\\"content\\":\\"Hi\\"}\\nwhat?" = @ 2 of 2 lines are new
        correct "commitment 1" assertion "mvn test" = * commitment 1 of Gandalf, pending: "The build is green."
        remove "sent 1" = - sent 1 to Gandalf (user): "Please fix the build."\
        """);
  }

  @Override
  protected List<Scenario<EntityModel<String, Item>, AgentEvent>> scenarios() {
    return List.of(new Scenario<>(document(), List.of("spawn Frodo", "remove Frodo")));
  }

  @Override
  protected List<RefusalExample> refused() {
    return RefusalExample.parseTable(
        """
        project Bree ¦ project Bree exists already ¦
        spawn Gandalf ¦ agent Gandalf exists already ¦
        spawn Frodo parent:Gandolf ¦ there is no agent "Gandolf" ¦ spawn Frodo parent:Gandalf
        assign Frodo x ¦ there is no agent "Frodo"; known are Elrond, Gandalf, Bilbo ¦
        state Gandalf asleep ¦ "asleep" is not one of idle, working, waiting, verifying, done ¦
        dismiss Frodo x ¦ there is no agent "Frodo"; known are Elrond, Gandalf, Bilbo ¦
        ping Gandolf ¦ there is no agent "Gandolf" ¦ ping Gandalf
        select Gandolf ¦ there is no agent "Gandolf" ¦ select Gandalf
        focus nothing ¦ there is no item "nothing"; known are ¦
        say Gandolf x ¦ there is no agent "Gandolf" ¦ say Gandalf x
        reply Gandolf x ¦ there is no agent "Gandolf" ¦ reply Gandalf x
        tool Gandolf x ¦ there is no agent "Gandolf" ¦ tool Gandalf x
        finish 2 ¦ there is no tool "2"; known are 1 ¦
        commit Gandolf x ¦ there is no agent "Gandolf" ¦ commit Gandalf x
        verify 1 by:Gandalf ¦ Gandalf cannot verify its own commitment ¦
        verify 1 ¦ verify takes by:AGENT to begin, and passed or failed at the end ¦
        verify 1 passed ¦ commitment 1 is pending; by:AGENT begins a verification ¦
        verify 2 perhaps ¦ a verification has passed or failed ¦
        write "" x ¦ "document:" is not the key of a document ¦
        write x "\\ud800" ¦ half of a surrogate pair at 0 ¦
        delete plan.txt ¦ there is no document "plan.txt" ¦
        violation Gandolf x ¦ there is no agent "Gandolf" ¦ violation Gandalf x
        unsent Gandolf x ¦ there is no agent "Gandolf" ¦ unsent Gandalf x
        corrupt "\\ud800" ¦ no file can hold a text of corrupt:1 ¦
        transcript Gandolf x ¦ there is no agent "Gandolf" ¦ transcript Gandalf x
        correct "commitment 1" verifier Gandalf ¦ commitment 1 has no value "verifier" ¦
        correct "tool 1" at noon ¦ "noon" is not a time in ISO 8601 ¦
        remove nothing ¦ there is no item "nothing"; known are ¦\
        """);
  }

  @Override
  protected List<String> questions() {
    return List.of(
        "agents",
        "agents Gandalf",
        "board",
        "messages",
        "messages Gandalf",
        "timeline",
        "metrics",
        "map",
        "find build",
        "describe \"commitment 1\"",
        "stats");
  }

  @Override
  protected Class<AgentEvent> events() {
    return AgentEvent.class;
  }
}
