package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Tries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A table of lines has the same content as a list of them. */
@Clause("JN-3")
class LineTableTest {

  private static final Path FOLDER = Path.of("/home/ann/.fcp/a.counter");

  private record Row(JournalLine line, LineTable.LineLocation location) {

    Row in(Path folder) {
      Path file = folder.resolve(location.file().getFileName());
      return new Row(
          line, new LineTable.LineLocation(file, location.offsetBytes(), location.lengthBytes()));
    }
  }

  private static List<Row> rows(LineTable table) {
    List<Row> rows = new ArrayList<>();
    for (int row = 0; row < table.size(); row++) {
      JournalLine line = table.line(row);
      assertThat(table.number(row)).isEqualTo(line.number());
      assertThat(table.crc(row)).isEqualTo(line.crc());
      assertThat(table.previousCrc(row)).isEqualTo(line.previousCrc());
      rows.add(new Row(line, table.place(row)));
    }
    return rows;
  }

  private static void add(LineTable table, List<Row> rows, Row row) {
    table.add(
        row.location().file(),
        row.line(),
        row.location().offsetBytes(),
        row.location().lengthBytes());
    rows.add(row);
  }

  /** Some lines, each of the same file as the one before it or of another. */
  private static LineTable random(SplittableRandom random, List<Row> rows) {
    LineTable table = new LineTable();
    int count = random.nextInt(4) == 0 ? random.nextInt(300) : random.nextInt(6);
    int file = 0;
    for (int i = 0; i < count; i++) {
      file += random.nextInt(10) == 0 ? 1 : 0;
      Path path = FOLDER.resolve("%012d.jsonl".formatted(file));
      JournalLine line = new JournalLine(i + 1, random.nextInt(), random.nextInt(), 0);
      add(table, rows, new Row(line, new LineTable.LineLocation(path, random.nextInt(99), i)));
    }
    return table;
  }

  @Test
  void added_lines_can_be_read_and_slices_are_independent_tables() {
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < Tries.of(500); round++) {
      List<Row> rows = new ArrayList<>();
      LineTable table = random(random, rows);
      assertThat(rows(table)).isEqualTo(rows);
      int from = random.nextInt(rows.size() + 1);
      int to = from + random.nextInt(rows.size() - from + 1);
      LineTable slice = table.slice(from, to);
      List<Row> part = new ArrayList<>(rows.subList(from, to));
      assertThat(rows(slice)).isEqualTo(part);
      List<Row> more = new ArrayList<>();
      LineTable other = random(random, more);
      slice.addAll(other);
      part.addAll(more);
      assertThat(rows(slice)).isEqualTo(part);
      for (Row row : more) {
        add(slice, part, row);
      }
      assertThat(rows(slice)).isEqualTo(part);
      assertThat(rows(table)).isEqualTo(rows);
      assertThat(rows(other)).isEqualTo(more);
      Path folder = FOLDER.resolveSibling("b.counter");
      assertThat(rows(table.in(folder))).isEqualTo(rows.stream().map(it -> it.in(folder)).toList());
    }
  }

  @Test
  void a_line_is_followed_by_its_end() {
    assertThat(new LineTable.LineLocation(FOLDER, 7, 10).endBytes()).isEqualTo(18);
  }
}
