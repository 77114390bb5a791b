package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.eventlog.history.HistoryPoint;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.Journal.StepLocation;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps are found in a line by their member names alone, whatever else the line contains. */
@Clause("JN-4")
class StepScanTest {

  private static final long NUMBER = 17;

  private final Random random = new Random(20_260_101);
  private final UlidGenerator ids = new UlidGenerator(() -> Instant.EPOCH, random);
  private final List<StepLocation> expected = new ArrayList<>();

  private static List<StepLocation> scanned(String line) {
    StepPlaces locations = new StepPlaces(1);
    byte[] bytes = (line + "}\n").getBytes(StandardCharsets.UTF_8);
    new StepScan(bytes, locations).read(NUMBER, 0);
    return locations;
  }

  private String quoted() {
    StringBuilder text = new StringBuilder("\"");
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(
          List.of("\\\"", "\\\\", "{", "}", "[", "]", ",", ":", "a", "\u00e4")
              .get(random.nextInt(10)));
    }
    return text.append('"').toString();
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 2 ? 4 : 6)) {
      case 0 -> "true";
      case 1 -> "-120.5e7";
      case 2 -> "7";
      case 3 -> quoted();
      case 4 ->
          random.nextInt(3) == 0 ? "[]" : "[" + value(depth + 1) + "," + value(depth + 1) + "]";
      default -> random.nextInt(3) == 0 ? "{}" : "{\"id\":" + value(depth + 1) + "}";
    };
  }

  private List<String> members() {
    List<String> members = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      members.add("\"m%d\":%s".formatted(i, value(0)));
    }
    return members;
  }

  private String step(int index, HistoryPoint before) {
    StepId id = ids.get();
    HistoryPoint parent =
        switch (random.nextInt(3)) {
          case 0 -> HistoryPoint.BASE;
          case 1 -> HistoryPoint.after(new UlidGenerator(() -> Instant.EPOCH, random).get());
          default -> before;
        };
    expected.add(new StepLocation(id, parent, NUMBER, index));
    List<String> members = members();
    members.add("\"id\":\"%s\"".formatted(id.ulid()));
    parent.step().ifPresent(it -> members.add("\"parent\":\"%s\"".formatted(it.ulid())));
    Collections.shuffle(members, random);
    return "{" + String.join(",", members) + "}";
  }

  private String steps(int count) {
    List<String> steps = new ArrayList<>();
    HistoryPoint before = HistoryPoint.BASE;
    for (int i = 0; i < count; i++) {
      steps.add(step(i, before));
      before = HistoryPoint.after(expected.get(expected.size() - 1).id());
    }
    return "\"steps\":[" + String.join(",", steps) + "]";
  }

  @ParameterizedTest
  @ValueSource(strings = {"committed", "external", "replaced", "moved"})
  void steps_are_found_among_members_of_every_kind(String type) {
    for (int round = 0; round < Tries.of(200); round++) {
      expected.clear();
      List<String> members = members();
      members.add(steps(random.nextInt(4)));
      members.addAll(members());
      String line = "\"type\":\"%s\",".formatted(type) + String.join(",", members);
      assertThat(scanned(line)).as(line).isEqualTo(expected);
    }
  }

  @Test
  void records_of_other_types_are_not_parsed() {
    String steps = steps(2);
    for (String type : List.of("opened", "saved", "m", "", "move", "mover", "committeds")) {
      assertThat(scanned("\"type\":\"%s\",%s".formatted(type, steps))).isEmpty();
    }
    assertThat(scanned("\"kind\":\"moved\"," + steps)).isEmpty();
  }

  @Test
  void a_record_without_steps_has_none_even_if_it_is_short() {
    for (String type : List.of("committed", "external", "replaced", "moved", "named", "c", "")) {
      assertThat(scanned("\"type\":\"" + type + "\"")).isEmpty();
    }
    String ulid = ids.get().ulid();
    assertThat(scanned("\"type\":\"moved\",\"place\":\"" + ulid + "\"")).isEmpty();
  }

  @Test
  void steps_of_several_lines_follow_each_other() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      lines.add("\"type\":\"committed\"," + steps(2) + "}\n");
    }
    byte[] bytes = String.join("", lines).getBytes(StandardCharsets.UTF_8);
    StepPlaces locations = new StepPlaces(0);
    StepScan scan = new StepScan(bytes, locations);
    int start = 0;
    for (String line : lines) {
      scan.read(NUMBER, start);
      start += line.getBytes(StandardCharsets.UTF_8).length;
    }
    assertThat(locations).isEqualTo(expected);
  }
}
