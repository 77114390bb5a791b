package dev.fcp.drawio.diagram;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The plain text of labels, which are usually HTML in the file. */
public final class LabelText {

  private static final Pattern LINE_BREAK =
      Pattern.compile("<(?:br|/p|/div|/li|/h[1-6])\\s*/?>", Pattern.CASE_INSENSITIVE);
  private static final Pattern TAG = Pattern.compile("</?[A-Za-z!][^<>]*>");
  private static final Pattern ENTITY =
      Pattern.compile("&(#[0-9]{1,7}|#x[0-9a-fA-F]{1,6}|[a-z]{2,5});");
  private static final Pattern BLANK_RUN = Pattern.compile("[ \\t\\u00a0]+");
  private static final Map<String, String> NAMED_ENTITIES =
      Map.of("lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'", "nbsp", " ");

  private LabelText() {}

  /** Whether the label of a cell is HTML. */
  public static boolean isHtml(Cell cell) {
    return cell.style().flatMap(style -> style.value("html")).filter("1"::equals).isPresent();
  }

  /** The label of a cell as plain text; empty if there is none. */
  public static String of(Cell cell) {
    String label = cell.label().orElse("");
    return !label.isEmpty() && isHtml(cell) ? ofHtml(label) : label.strip();
  }

  /** Converts HTML to plain text. */
  public static String ofHtml(String html) {
    String text = html.replace('\n', ' ').replace('\r', ' ');
    if (text.indexOf('<') >= 0) {
      text = LINE_BREAK.matcher(text).replaceAll("\n");
      text = TAG.matcher(text).replaceAll("");
    }
    if (text.indexOf('&') >= 0) {
      text =
          ENTITY
              .matcher(text)
              .replaceAll(match -> Matcher.quoteReplacement(decodeEntity(match.group(1))));
    }
    text = BLANK_RUN.matcher(text).replaceAll(" ");
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .reduce((a, b) -> a + "\n" + b)
        .orElse("");
  }

  private static String decodeEntity(String entity) {
    if (!entity.startsWith("#")) {
      return NAMED_ENTITIES.getOrDefault(entity, "&" + entity + ";");
    }
    boolean hexadecimal = entity.startsWith("#x");
    int codePoint = Integer.parseInt(entity.substring(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
    return Character.isValidCodePoint(codePoint) ? Character.toString(codePoint) : "";
  }
}
