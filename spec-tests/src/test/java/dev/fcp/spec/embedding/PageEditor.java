package dev.fcp.spec.embedding;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.plaintext.Anchor;
import dev.fcp.eventlog.plaintext.InsertionIds;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.eventlog.plaintext.TextEdit;
import dev.fcp.eventlog.plaintext.TypingKeys;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Outcome;
import dev.fcp.eventlog.session.Session;
import dev.fcp.spec.domains.pages.Page;
import dev.fcp.spec.domains.pages.PageEvent;
import dev.fcp.spec.domains.pages.PagesDomain;
import java.security.SecureRandom;
import java.time.Duration;

// region
/** An editor of the text of a page. Other editors, and agents, may edit the same session. */
final class PageEditor {

  private static final PagesDomain DOMAIN = new PagesDomain();
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Session<EntityModel<String, Page>, PageEvent> session;
  private final String key;
  private final StepFilter own;
  private final InsertionIds ids = new InsertionIds(new SecureRandom());
  private final TypingKeys typing = new TypingKeys();
  private Anchor caret = Anchor.START;

  PageEditor(Session<EntityModel<String, Page>, PageEvent> session, String key, Origin author) {
    this.session = session.with(EditOptions.of("typing", author));
    this.key = key;
    this.own = StepFilter.sameActorAndSession(author);
  }

  /** The text; offsets count code points. */
  Text text() {
    return session.model().at(key).body();
  }

  /** The offset of the caret, wherever others have typed since. */
  int caret() {
    return text().offsetOf(caret).orElse(0);
  }

  /** Replaces characters, as the widget reports it. Typing in one word is one step. */
  Outcome replace(int offset, int deleted, String inserted) {
    TextEdit edit = text().splice(offset, deleted, inserted, ids);
    Text edited = text().apply(edit);
    int end = offset + inserted.codePointCount(0, inserted.length());
    caret = edited.anchorAfter(end);
    return session.step(
        session.options().merging(typing.next(edited, offset, end), PAUSE),
        step -> step.emit(DOMAIN.edited(key, step.model(), PagesDomain.BODY, edit)));
  }

  Outcome undo() {
    return session.rollbacks().undoOwn(own).outcome();
  }

  Outcome redo() {
    return session.rollbacks().redoOwn(own).outcome();
  }
}
// end
