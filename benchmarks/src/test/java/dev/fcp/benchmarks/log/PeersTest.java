package dev.fcp.benchmarks.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.EventLog;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A comparison is worth something only if all do the work. */
class PeersTest {

  static Stream<String> names() {
    return Peers.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_peer_goes_back_and_forth_over_all_its_entries(String name) {
    UndoPeer peer = Peers.filled(name, 300);
    Object undone = peer.undo();
    Object redone = peer.redo();
    for (int i = 1; i < 300; i++) {
      assertThat(peer.undo()).isEqualTo(undone);
    }
    for (int i = 1; i < 300; i++) {
      assertThat(peer.redo()).isEqualTo(redone);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_peer_weighs_at_least_a_reference_for_each_entry(String name) {
    assertThat(Scales.bytesPerEntry(name, 100_000)).isBetween(3.5, 200.0);
  }

  @Test
  void our_log_weighs_at_most_eight_bytes_for_each_entry() {
    assertThat(Scales.bytesPerEntry(Peers.OURS, 1_000)).isLessThanOrEqualTo(8);
    assertThat(Scales.bytesPerEntry(Peers.OURS, 1_000_000)).isLessThanOrEqualTo(8);
  }

  @Test
  void our_log_gives_back_what_it_took_step_by_step() {
    assertThat(Scales.heldBytes(PeersTest::filledAndCutBack)).isLessThan(1_000_000);
  }

  private static EventLog<Object> filledAndCutBack() {
    EventLog<Object> log = EventLog.empty();
    for (int i = 0; i < 1_000_000; i++) {
      log.append(UndoPeer.CHANGE);
    }
    while (log.canUndo()) {
      log.undo();
      log.truncate();
    }
    return log;
  }

  @Test
  void the_change_is_what_comes_back() {
    EventLog<Object> log = EventLog.empty();
    new EventLogPeer(log).append();
    assertThat(log.undo()).containsExactly(UndoPeer.CHANGE);
  }

  @Test
  void an_unknown_peer_is_refused_with_the_known_ones() {
    assertThatThrownBy(() -> Peers.empty("abacus"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("EventLog");
  }
}
