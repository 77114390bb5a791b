package dev.fcp.blocks;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbContract;
import java.util.List;

class BlockVerbContractTest extends VerbContract<EntityModel<String, BlockLine>, BlockEvent> {

  static final String PLAN =
      """
      ---
      kind: composite
      description: the plan of the week
      ---
      ## notes (text)
      Monday is free.
      Call Ann.
      ## facts (map)
      city: Graz
      age:   36
      ## todo (list)
      - milk
      - bread

      ## diary (log)
      up at seven
      """;

  @Override
  protected DocumentUnderTest<EntityModel<String, BlockLine>, BlockEvent> document() {
    return DocumentUnderTest.of(new BlockLanguage(), BlockFiles.bytes(PLAN));
  }

  @Override
  protected List<SuccessExample> done() {
    return SuccessExample.parseTable(
        """
        append "Call Bob." in:notes = + "Call Bob."
        append "a\\nb" c in:notes = + 3 lines
        append "## x (text)" in:notes = + "## x (text)"
        append eggs in:todo = + "eggs"
        append "two\\nlines" in:diary = + "two\\nlines"
        replace "free" "full" in:notes = * 1 line
        replace "free.\\nCall" "full. Call" in:notes = * 2 lines
        edit 1 1 "Monday is full." in:notes = * 1 line
        edit 2 1 "Tuesday too." in:notes = * 1 line
        edit 1 2 in:notes = * 2 lines
        patch "@@ -1,2 +1,3 @@\\n Monday is free.\\n+Rest.\\n-Call Ann.\\n+Call Zoe." in:notes = * 2 lines
        set city Wien in:facts = * city: "Graz" -> "Wien"
        set "home town" Linz in:facts = + home town: "Linz"
        set 2 rye in:todo = * 2: "bread" -> "rye"
        remove age in:facts = - age: "36"
        remove 1 in:todo = - 1: "milk"
        insert 1 eggs in:todo = + 1: "eggs"
        move 2 1 in:todo = * 2 -> 1: "bread"
        section add ideas list = + section "ideas" (list)
        section remove facts = - section "facts"
        property description "the plan" = * description: "the plan of the week" -> "the plan"
        property view 5 = + view: "5"
        property schema "city text, age number" = + schema: "city text, age number"\
        """);
  }

  @Override
  protected List<RefusalExample> refused() {
    return RefusalExample.parseTable(
        """
        append x ¦ this block has sections, add in: with one of notes, facts, todo, diary ¦
        append x in:note ¦ there is no section "note"; there are notes, facts, todo, diary ¦
        append x in:facts ¦ append does not apply to a map, which takes set and remove ¦
        replace Tuesday x in:notes ¦ the text does not contain "Tuesday" ¦
        replace a x in:notes ¦ the text contains more than once "a" ¦
        edit 1 9 x in:notes ¦ lines 1 to 9 are not in the text, which has 2 ¦
        edit one 2 in:notes ¦ one is not a whole number ¦
        patch nonsense in:notes ¦ this is not a unified diff: it has no hunk ¦
        patch "@@ -1 +1 @@\\n-Sunday\\n+x" in:notes ¦ a hunk does not match the text at line 1: "Sunday" ¦
        set "a: b" x in:facts ¦ "a: b" cannot be the name of a field ¦
        set 9 x in:todo ¦ there is no item "9"; the list has 2 ¦
        set 1 x in:diary ¦ set does not apply to a log, which takes append ¦
        remove nothing in:facts ¦ there is no field "nothing" ¦
        insert 3 x in:todo ¦ there is no item "3"; the list has 2 ¦
        move 1 3 in:todo ¦ there is no item "3"; the list has 2 ¦
        section add notes text ¦ there is a section "notes" already ¦
        section add x tree ¦ "tree" is not a kind; those are text, map, list, log, composite ¦
        section remove nothing ¦ there is no section "nothing"; there are notes, facts, todo, diary ¦
        property permission read-only ¦ only its owner changes the permission of a block ¦
        property colour red ¦ "colour" is not a property; those are kind, description, view, schema ¦
        property kind list ¦ a block with content keeps its kind ¦
        property kind tree ¦ "tree" is not a kind; those are text, map, list, log, composite ¦
        property view many ¦ "many" is not a number of entries ¦
        property schema "city number, age number" ¦ "Graz" is not a number, which the field city is ¦
        property schema "age number" ¦ the schema has no field "city"; it has age ¦
        property schema "age years" ¦ "age years" is not a name and one of text, number, flag ¦\
        """);
  }

  @Override
  protected List<String> questions() {
    return List.of("map", "find Call", "describe city in:facts", "describe 1 in:todo", "stats");
  }

  @Override
  protected Class<BlockEvent> events() {
    return BlockEvent.class;
  }
}
