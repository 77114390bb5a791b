package dev.fcp.benchmarks.log;

import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEdit;

/** The undo manager of Swing without its limit of 100 edits. */
final class SwingPeer implements UndoPeer {

  /** An edit without state, so that one instance is enough. */
  private static final class Edit extends AbstractUndoableEdit {

    private static final long serialVersionUID = 1;

    @Override
    public void undo() {}

    @Override
    public void redo() {}
  }

  private final UndoManager manager = new UndoManager();
  private final UndoableEdit edit = new Edit();

  SwingPeer() {
    manager.setLimit(-1);
  }

  @Override
  public void append() {
    manager.addEdit(edit);
  }

  @Override
  public Object undo() {
    manager.undo();
    return manager;
  }

  @Override
  public Object redo() {
    manager.redo();
    return manager;
  }
}
