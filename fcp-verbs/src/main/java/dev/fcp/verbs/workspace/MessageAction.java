package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Answer;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.Optional;

/** The action that says which message the next calls belong to. */
final class MessageAction {

  /** How long the id of a message is at most, in UTF-16 units; every step keeps it. */
  private static final int MAX_ID_CHARS = 200;

  /** How long the text of a message is at most, in UTF-16 units; every step keeps it. */
  private static final int MAX_ASKED_CHARS = 4000;

  private MessageAction() {}

  static Action of(Conversation conversation) {
    return new Action(
        Form.of("message", Action.CATEGORY, "the next steps belong to this message")
            .required("ID")
            .optional("\"what was asked\"")
            .spaced(),
        (op, caller) -> begin(conversation, op));
  }

  private static Answer begin(Conversation conversation, ParsedOp op) {
    String id = op.words().get(0).strip();
    Optional<String> asked = op.word(1).map(String::strip).filter(text -> !text.isEmpty());
    if (id.isEmpty() || id.length() > MAX_ID_CHARS) {
      return Answer.refused(
          Refusal.because("the id of a message has 1 to " + MAX_ID_CHARS + " characters"));
    }
    if (asked.filter(text -> text.length() > MAX_ASKED_CHARS).isPresent()) {
      return Answer.refused(
          Refusal.because("what was asked has more than " + MAX_ASKED_CHARS + " characters"));
    }
    conversation.begin(id, asked);
    String text = asked.map(it -> ": " + OperationText.shown(it)).orElse("");
    return Answer.of("! message " + OperationText.shown(id) + text);
  }
}
