package dev.fcp.benchmarks.log;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The compared logs and their names in the table. */
final class Peers {

  static final String OURS = "EventLog";
  static final String ARRAY = "array";
  static final String UNDO_FX = "UndoFX";
  static final String SWING = "javax.swing.undo";

  /** The names in the order of the table. */
  static final List<String> NAMES = List.of(OURS, ARRAY, UNDO_FX, SWING);

  private static final Map<String, Supplier<UndoPeer>> EMPTY =
      Map.of(
          OURS, EventLogPeer::empty,
          ARRAY, ArrayPeer::new,
          UNDO_FX, UndoFxPeer::new,
          SWING, SwingPeer::new);

  private Peers() {}

  static UndoPeer empty(String name) {
    Supplier<UndoPeer> peer = EMPTY.get(name);
    if (peer == null) {
      throw new IllegalArgumentException(
          "unknown peer '%s'; known peers: %s".formatted(name, NAMES));
    }
    return peer.get();
  }

  static UndoPeer filled(String name, int entries) {
    UndoPeer peer = empty(name);
    for (int i = 0; i < entries; i++) {
      peer.append();
    }
    return peer;
  }
}
