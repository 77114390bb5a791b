package dev.fcp.benchmarks.table;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityDomain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.EventTypes;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import dev.fcp.eventlog.plaintext.Text;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A domain of files that are one text. */
final class TextDomain extends EntityDomain<String, TextDomain.Page, TextDomain.PageEvent> {

  static final String KEY = "1";
  static final String BODY = "body";

  private static final RecordEntitySpec<Page> SPEC =
      new RecordEntitySpec<>("page", MethodHandles.lookup(), Page.class);

  /** The only entity. */
  record Page(Text body) {}

  /** An event of a text. */
  sealed interface PageEvent {
    /** Returns the change of the page. */
    Change<String, Page> change();

    /** The page was added. */
    record Added(Change.Created<String, Page> change) implements PageEvent {}

    /** The page was removed. */
    record Removed(Change.Deleted<String, Page> change) implements PageEvent {}

    /** The text was edited. */
    record Edited(Change.Modified<String, Page> change) implements PageEvent {}
  }

  TextDomain() {
    super(
        "text",
        EventTypes.of(SPEC, PageEvent::change)
            .created("added", PageEvent.Added.class, PageEvent.Added::new)
            .deleted("removed", PageEvent.Removed.class, PageEvent.Removed::new)
            .modified("edited", PageEvent.Edited.class, PageEvent.Edited::new, BODY),
        new Format());
  }

  /** A file with the text in UTF-8. */
  private static final class Format implements DocumentFormat<EntityModel<String, Page>> {

    @Override
    public List<String> extensions() {
      return List.of("txt");
    }

    @Override
    public ReadResult<EntityModel<String, Page>> read(byte[] bytes) {
      Page page = new Page(Text.of(new String(bytes, StandardCharsets.UTF_8)));
      return new ReadResult.Readable<>(
          EntityModel.of(SPEC, List.of(Map.entry(KEY, page))), Source.of(bytes));
    }

    @Override
    public byte[] write(EntityModel<String, Page> model, List<Source> sources) {
      return model.at(KEY).body().toString().getBytes(StandardCharsets.UTF_8);
    }
  }
}
