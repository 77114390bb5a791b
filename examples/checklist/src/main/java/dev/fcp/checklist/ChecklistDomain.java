package dev.fcp.checklist;

import dev.fcp.checklist.Line.Item;
import dev.fcp.eventlog.entity.DeclaredDomain;
import dev.fcp.eventlog.entity.LineFormat;
import dev.fcp.eventlog.entity.LineSpec;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

/** Checklists as a kind of document. */
public final class ChecklistDomain extends DeclaredDomain<String, Line, ChecklistEvent> {

  private static final LineSpec<Line> SPEC =
      new LineSpec<>("line", MethodHandles.lookup(), Line.class, Line::read, Line::write) {
        @Override
        public Optional<String> counted(Line line) {
          return line instanceof Item item
              ? Optional.of(item.done() ? "done" : "open")
              : Optional.empty();
        }
      };

  /** The domain; all instances are alike. */
  public ChecklistDomain() {
    super("checklist", SPEC, ChecklistEvent.vocabulary(SPEC), new LineFormat<>(SPEC, "checklist"));
  }
}
