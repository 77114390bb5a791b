package dev.fcp.benchmarks.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fcp.eventlog.EventLog;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All compared logs really do the work. */
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
