package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.spec.Clause;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The file of a snapshot is read as it was written, or not at all. */
@Clause({"JN-4", "JN-10"})
class SnapshotFileTest {

  private static final Value.Fields STATE = Value.Fields.of(Map.of("undo", Value.of(3)));

  private static byte[] file(String model) {
    Snapshot snapshot = Snapshot.of(17, STATE, model.getBytes(StandardCharsets.UTF_8));
    return SnapshotFile.encode(snapshot, 0x1234abcd, true);
  }

  @Test
  void the_model_is_compressed() {
    String model = "seven ".repeat(1000);
    assertThat(file(model)).hasSizeLessThan(500);
  }

  @Test
  void a_model_that_an_older_release_wrote_is_read_as_it_is() {
    byte[] model = "7 # seven".getBytes(StandardCharsets.UTF_8);
    String crc = JournalLine.hex(JournalLine.crc(model, 0, model.length));
    String json = "{\"model\":{\"bytes\":9,\"crc\":\"%s\"},\"state\":{}}".formatted(crc);
    byte[] line = JournalLine.of(17, 1, json.getBytes(StandardCharsets.UTF_8)).bytes();
    byte[] file = Arrays.copyOf(line, line.length + model.length);
    System.arraycopy(model, 0, file, line.length, model.length);
    assertThat(SnapshotFile.read(file).orElseThrow().snapshot().model()).isEqualTo(model);
  }

  @Test
  void it_survives_a_round_trip() {
    for (String model : new String[] {"", "\n", "7 # seven\n\n", "seven ".repeat(100)}) {
      Optional<SnapshotFile> read = SnapshotFile.read(file(model));
      assertThat(read).isPresent();
      assertThat(read.get().chainCrc()).isEqualTo(0x1234abcd);
      assertThat(read.get().recordNumber()).isEqualTo(17);
      assertThat(read.get().state()).isEqualTo(STATE);
      assertThat(new String(read.get().snapshot().model(), StandardCharsets.UTF_8))
          .isEqualTo(model);
    }
  }

  @Test
  void it_is_not_used_if_any_byte_is_changed_removed_or_added() {
    byte[] bytes = file("7 # seven\n");
    int lineEnd = new String(bytes, StandardCharsets.UTF_8).indexOf('\n');
    for (int at = 0; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= 1;
      if (at != lineEnd) {
        assertThat(SnapshotFile.read(changed)).as("byte %d", at).isEmpty();
      }
      assertThat(SnapshotFile.read(Arrays.copyOf(bytes, at))).as("%d bytes", at).isEmpty();
    }
    assertThat(SnapshotFile.read(Arrays.copyOf(bytes, bytes.length + 1))).isEmpty();
  }

  @Test
  void a_snapshot_of_another_release_is_not_used() {
    byte[] json = "{\"state\":{}}".getBytes(StandardCharsets.UTF_8);
    assertThat(SnapshotFile.read(JournalLine.of(17, 1, json).bytes())).isEmpty();
  }
}
