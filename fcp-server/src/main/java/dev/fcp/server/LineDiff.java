package dev.fcp.server;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.Patch;
import java.util.ArrayList;
import java.util.List;

/** Describes the differences between two versions of a file. */
final class LineDiff {

  private static final int MAX_SHOWN_CHARS = 140;

  private LineDiff() {}

  /**
   * A line with counts, then the removed ({@code -}) and added ({@code +}) parts, shortened.
   *
   * @param noun the plural noun for the parts
   */
  static List<String> describe(List<String> before, List<String> after, String noun) {
    Patch<String> patch = DiffUtils.diff(before, after);
    List<String> shown = new ArrayList<>();
    for (AbstractDelta<String> delta : patch.getDeltas()) {
      delta.getSource().getLines().forEach(line -> shown.add(shortened("- ", line)));
      delta.getTarget().getLines().forEach(line -> shown.add(shortened("+ ", line)));
    }
    int unchangedCount =
        before.size() - patch.getDeltas().stream().mapToInt(it -> it.getSource().size()).sum();
    shown.add(
        0,
        "in the file, %d of %d %s are untouched; changed:"
            .formatted(unchangedCount, before.size(), noun));
    return shown;
  }

  private static String shortened(String prefix, String line) {
    String text = line.strip();
    return prefix
        + (text.length() > MAX_SHOWN_CHARS ? text.substring(0, MAX_SHOWN_CHARS) + " ..." : text);
  }
}
