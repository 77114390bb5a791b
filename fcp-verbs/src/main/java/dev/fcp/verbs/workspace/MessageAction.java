package dev.fcp.verbs.workspace;

import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.util.Optional;

/** The action {@code message}, which sets the message of the next calls. */
final class MessageAction {

  /** The maximum length of a message id in UTF-16 code units; every step records it. */
  private static final int MAX_ID_CHARS = 200;

  /** The maximum length of a prompt in UTF-16 code units; every step records it. */
  private static final int MAX_PROMPT_CHARS = 4000;

  private MessageAction() {}

  static SessionAction of(Conversation conversation) {
    return new SessionAction(SessionForms.MESSAGE, (op, caller) -> setMessage(conversation, op));
  }

  private static Response setMessage(Conversation conversation, ParsedOperation op) {
    String id = op.words().get(0).strip();
    Optional<String> prompt = op.word(1).map(String::strip).filter(text -> !text.isEmpty());
    Optional<Refusal> refusal = limitRefusal(id, prompt);
    if (refusal.isPresent()) {
      return Response.refused(refusal.get());
    }
    conversation.setMessage(id, prompt);
    String text = prompt.map(it -> ": " + OperationText.abbreviate(it)).orElse("");
    return Response.of("! message " + OperationText.abbreviate(id) + text);
  }

  /** The refusal of a message that every step would record; empty if it is within the limits. */
  static Optional<Refusal> limitRefusal(String id, Optional<String> prompt) {
    if (id.isEmpty() || id.length() > MAX_ID_CHARS) {
      return Optional.of(
          Refusal.because("the id of a message has 1 to " + MAX_ID_CHARS + " characters"));
    }
    return prompt
        .filter(text -> text.length() > MAX_PROMPT_CHARS)
        .map(text ->
            Refusal.because("what was asked has more than " + MAX_PROMPT_CHARS + " characters"));
  }
}
