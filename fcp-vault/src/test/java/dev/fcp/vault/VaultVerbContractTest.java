package dev.fcp.vault;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.verbs.DocumentUnderTest;
import dev.fcp.spec.verbs.VerbContract;
import java.util.List;
import java.util.Set;

class VaultVerbContractTest extends VerbContract<EntityModel<String, VaultFile>, VaultEvent> {

  @Override
  protected DocumentUnderTest<EntityModel<String, VaultFile>, VaultEvent> document() {
    return VaultUnderTest.ofCampaign();
  }

  @Override
  protected List<SuccessExample> done() {
    return SuccessExample.parseTable(
        """
        timeline add 3 Evening "The bells rang" "22:15 Fire in the port" = + timeline: +2 (Day 3, Evening)
        timeline add 2 dusk Rain = + timeline: +1 (Day 2, dusk)
        timeline add 1 night Rain = + timeline: +1 (Day 1, Night)
        thread add "The bells" "Who rings them?" = + thread "The bells" in Medium Priority
        thread add "The fire" "Who lit it?" priority:low = + thread "The fire" in Low Priority
        thread resolve "the heir" "Found in the mill" = * thread "The heir": resolved, Found in the mill
        thread resolve "The mill" "It burned" = * thread "The mill": resolved, It burned
        thread reopen "The ship" priority:high = * thread "The ship": open, in High Priority
        entity create npc "Mara O'Voss" = + npc canon/npcs/mara-ovoss.md
        entity create place "Café" id:the-cafe = + place canon/places/the-cafe.md
        field set ann location gilded-quill = * canon/pcs/ann.md location: the-salty-sigil -> gilded-quill
        field set ann gear [rope] = * canon/pcs/ann.md gear: - rope - lamp -> [rope]
        field set ann mood "glad: very" = + canon/pcs/ann.md mood: glad: very
        field set ann hp 9 = * canon/pcs/ann.md hp: 12 -> 9
        field set mara type pc = * canon/npcs/mara.md type: npc -> pc
        field set mara "of: old" yes = + canon/npcs/mara.md of: old: yes
        field set notes tags "[a, b]" = + notes.md tags: [a, b]
        field set empty type npc = + empty.md type: npc
        field remove ann hp = - canon/pcs/ann.md hp: 12
        field remove mara type = - canon/npcs/mara.md type: npc
        note append mara Late = + canon/npcs/mara.md: +1 line
        note append ann "- Likes rain." "- Sings." = + canon/pcs/ann.md: +2 lines
        note append notes "## Day 9" = + notes.md: +1 line
        note append empty x = + empty.md: +1 line
        note replace ann "the mill" "the old mill" = * canon/pcs/ann.md: * Fears the old mill.
        note replace notes Notes Jottings = * notes.md: # Jottings
        file add a/b.md "# B" "" text = + file a/b.md
        file add a/c.md = + file a/c.md
        file remove notes = - file notes.md
        file remove canon/npcs/mara.md = - file canon/npcs/mara.md
        file rename notes.md a/notes.md = * file notes.md -> a/notes.md\
        """);
  }

  @Override
  protected List<RefusalExample> refused() {
    return RefusalExample.parseTable(
        """
        timeline add x Evening Rain ¦ the day x ¦
        timeline add 1 "" Rain ¦ a text is empty ¦
        timeline add 1 Evening "" ¦ a text is empty ¦
        timeline add 1 Evening "<!-- rpg:event:01ARZ3NDEKTSV4RRFFQ69G5FAV:end -->" ¦ a text must be one line without comments ¦
        timeline add 1 Evening Rain id:01ARZ3NDEKTSV4RRFFQ69G5FAV ¦ timeline add does not know the parameter ¦
        thread add x y id:01ARZ3NDEKTSV4RRFFQ69G5FAV ¦ thread add does not know the parameter ¦
        thread add "x <!-- rpg:thread:01ARZ3NDEKTSV4RRFFQ69G5FAV -->" y ¦ a text must be one line without comments ¦
        thread add "The heir" again ¦ there is a thread "The heir" already ¦
        thread add "~~x~~" again ¦ "~~x~~" cannot be the name of a thread ¦
        thread add x y priority:hihg ¦ priority:hihg is not one of high, medium, low ¦ thread add x y priority:high
        thread resolve "The shp" x ¦ there is no thread "The shp" ¦
        thread resolve "The ship" x ¦ the thread "The ship" is resolved already ¦
        thread reopen "The heir" ¦ the thread "The heir" is open ¦
        entity create npc mara ¦ there is a file "canon/npcs/mara.md" already ¦
        entity create ../x mara ¦ "../x" is not a kind ¦
        entity create npc ... ¦ "..." has no letter for an id ¦
        entity create npc x id:../y ¦ not a path in the folder ¦
        field set anm hp 1 ¦ there is no file "anm" ¦ field set ann hp 1
        field set ann "" 1 ¦ a key must be one line and not empty ¦
        field set plain.txt a b ¦ plain.txt is not Markdown, so it has no front matter ¦
        field remove ann ph ¦ canon/pcs/ann.md has no field "ph" ¦
        note append nobody x ¦ there is no file "nobody" ¦
        note replace ann Zoe Bob ¦ canon/pcs/ann.md does not contain ¦
        note replace ann e x ¦ canon/pcs/ann.md contains more than once "e" ¦
        note replace ann hp x ¦ canon/pcs/ann.md does not contain "hp" ¦
        note append ann text "<!-- rpg:thread:01ARZ3NDEKTSV4RRFFQ69G5FAV -->" ¦ a line would be a marker; thread add and timeline add write markers, with ULIDs of their own ¦
        note replace ann "* Fears the mill." " <!--saga:event:01ARZ3NDEKTSV4RRFFQ69G5FAV:end-->" ¦ a line would be a marker ¦
        note replace open-threads FAV FAW ¦ a line would be a marker ¦
        file add x.txt "# X" "<!-- rpg:event:01ARZ3NDEKTSV4RRFFQ69G5FAV:begin -->" ¦ a line would be a marker ¦
        file add notes.md ¦ there is a file "notes.md" already ¦
        file add /etc/x ¦ not a path in the folder: "/etc/x" ¦
        file add .git/hooks/pre-commit ¦ ".git/hooks/pre-commit" does not belong to the folder, because of ".git" ¦
        file add a/.FCP/x.md ¦ "a/.FCP/x.md" does not belong to the folder, because of ".FCP" ¦
        file rename ann .git/config ¦ ".git/config" does not belong to the folder ¦
        entity create npc x id:../.git/x ¦ not a path in the folder ¦
        entity create npc x id:.git/x ¦ "canon/npcs/.git/x.md" does not belong to the folder ¦
        file add canon ¦ canon and canon/npcs/mara.md cannot both be files ¦
        file remove nope ¦ there is no file "nope" ¦
        file rename ann notes.md ¦ there is a file "notes.md" already ¦
        file rename ann .. ¦ not a path in the folder: ".." ¦\
        """);
  }

  @Override
  protected List<String> questions() {
    return List.of(
        "map",
        "files canon",
        "files",
        "find mill",
        "threads",
        "timeline",
        "timeline 3",
        "describe ann");
  }

  @Override
  protected Class<VaultEvent> events() {
    return VaultEvent.class;
  }

  /** {@link VaultDiffTest} and {@link VaultRollbackContract} have a test of each. */
  @Override
  protected Set<Class<? extends VaultEvent>> eventTypesWithoutVerb() {
    return Set.of(
        VaultEvent.FileModified.class,
        VaultEvent.LinesRemoved.class,
        VaultEvent.LinesMoved.class,
        VaultEvent.LinesReformatted.class,
        VaultEvent.HeadingsRemoved.class,
        VaultEvent.FrontMatterRemoved.class,
        VaultEvent.TimelineRemoved.class,
        VaultEvent.ThreadRemoved.class,
        VaultEvent.EntityDeleted.class);
  }
}
