package dev.fcp.spec.conform;

/** The conclusion of a run as a small SVG image. */
final class Badge {

  private static final String LABEL = "event log";
  private static final int CHARACTER_PX = 6;
  private static final int PADDING_PX = 10;

  private Badge() {}

  static String render(Report report) {
    String text = text(report);
    int labelPx = widthPx(LABEL);
    int textPx = widthPx(text);
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="20" role="img" aria-label="%s: %s">
    <rect width="%d" height="20" rx="3" fill="%s"/>
    <path d="M3 0H%dV20H3A3 3 0 0 1 0 17V3A3 3 0 0 1 3 0" fill="#444"/>
    <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    %s%s</g>
    </svg>
    """
        .formatted(
            labelPx + textPx,
            LABEL,
            text,
            labelPx + textPx,
            color(report),
            labelPx,
            textAt(0, labelPx, LABEL),
            textAt(labelPx, textPx, text));
  }

  private static String text(Report report) {
    if (report.isBrokenByLog()) {
      long count = report.countRequiredFailed();
      return "breaks %d required clause%s".formatted(count, count == 1 ? "" : "s");
    } else if (!report.driverFaults().isEmpty()) {
      return "driver failed";
    } else if (report.isNothingObserved()) {
      return "nothing observed";
    }
    return "%s%d of %d%s required clauses"
        .formatted(
            report.capabilities().partialLog().map(kind -> kind + ": ").orElse(""),
            report.countRequiredPassed(),
            report.countRequired(),
            report.settings().areaOrClause().map(area -> " " + area).orElse(""));
  }

  private static String color(Report report) {
    if (report.isBrokenByLog()) {
      return "#b3261e";
    }
    return report.isConforming() && report.countRequiredPassed() == report.countRequired()
        ? "#1a7f37"
        : "#8a6100";
  }

  private static int widthPx(String text) {
    return text.length() * CHARACTER_PX + 2 * PADDING_PX;
  }

  /** The width is fixed, because fonts differ. */
  private static String textAt(int xPx, int widthPx, String text) {
    return "<text x=\"%d\" y=\"14\" textLength=\"%d\">%s</text>\n"
        .formatted(xPx + PADDING_PX, widthPx - 2 * PADDING_PX, text);
  }
}
