package dev.fcp.spec.embedding;

import dev.fcp.eventlog.EventLog;
import java.util.List;
import java.util.Optional;
import javax.swing.JTextArea;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;

// region
/** A text area with undo: Swing keeps the text, FCP the log. For the event dispatch thread. */
final class TextEditor implements DocumentListener {

  /** The replacement of a range of text. */
  record Edit(int offset, String removed, String added) {}

  final JTextArea area = new JTextArea();
  private final EventLog<Edit> log = EventLog.empty();
  private String text = "";
  private boolean isOwnChange;

  TextEditor() {
    area.getDocument().addDocumentListener(this);
  }

  Optional<Edit> undo() {
    List<Edit> undone = log.undo(1);
    undone.forEach(edit -> replace(edit.offset(), edit.added(), edit.removed()));
    return undone.stream().findFirst();
  }

  Optional<Edit> redo() {
    List<Edit> redone = log.redo(1);
    redone.forEach(edit -> replace(edit.offset(), edit.removed(), edit.added()));
    return redone.stream().findFirst();
  }

  /** Changes the text without recording that again. */
  private void replace(int offset, String before, String after) {
    isOwnChange = true;
    try {
      area.replaceRange(after, offset, offset + before.length());
      area.setCaretPosition(offset + after.length());
    } finally {
      isOwnChange = false;
      text = area.getText();
    }
  }

  @Override
  public void insertUpdate(DocumentEvent event) {
    changed(event.getOffset(), 0, event.getLength());
  }

  @Override
  public void removeUpdate(DocumentEvent event) {
    changed(event.getOffset(), event.getLength(), 0);
  }

  @Override
  public void changedUpdate(DocumentEvent event) {}

  private void changed(int at, int removed, int added) {
    String before = text;
    text = area.getText();
    if (!isOwnChange) {
      log.append(new Edit(at, before.substring(at, at + removed), text.substring(at, at + added)));
    }
  }
}
// end
