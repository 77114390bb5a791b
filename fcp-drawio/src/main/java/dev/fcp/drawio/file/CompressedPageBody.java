package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Template;
import java.util.List;

/**
 * Replaces the compressed text in the {@code <diagram>} of a compressed page. The text may be split
 * into several segments by comments, processing instructions and elements; these and all white
 * space are kept.
 */
final class CompressedPageBody {

  private static final String CDATA_START = "<![CDATA[";
  private static final String CDATA_END = "]]>";

  private final String compressedText;
  private final StringBuilder out = new StringBuilder();
  private boolean textWritten;

  private CompressedPageBody(String compressedText) {
    this.compressedText = compressedText;
  }

  /**
   * Returns the body with a new compressed text in place of the first segment of the old one.
   *
   * @param extras the elements of the new body, as XML text
   * @param template the {@code <diagram>} whose body is changed
   */
  static String of(String compressedText, List<String> extras, Template template) {
    XmlNode node = template.node();
    List<String> oldElements =
        node.children().stream().map(child -> child.sourceText(template.text())).toList();
    boolean keepsElements = oldElements.equals(extras);
    CompressedPageBody body = new CompressedPageBody(compressedText);
    int offset = node.contentStart;
    for (XmlNode child : node.children()) {
      body.appendWithoutText(template.text(), offset, child.start);
      body.out.append(template.text(), child.start, keepsElements ? child.end : child.start);
      offset = child.end;
    }
    body.appendWithoutText(template.text(), offset, node.contentEnd);
    if (!keepsElements) {
      extras.forEach(body.out::append);
    }
    return body.textWritten ? body.out.toString() : compressedText + body.out;
  }

  /** Appends the content between two elements, replacing its text. */
  private void appendWithoutText(String text, int from, int to) {
    int offset = from;
    while (offset < to) {
      int end;
      if (text.startsWith(CDATA_START, offset)) {
        int close = text.indexOf(CDATA_END, offset);
        end = close + CDATA_END.length();
        out.append(CDATA_START);
        appendSegment(text.substring(offset + CDATA_START.length(), close));
        out.append(CDATA_END);
      } else if (text.charAt(offset) == '<') {
        String close = text.startsWith("<!--", offset) ? "-->" : "?>";
        end = text.indexOf(close, offset + 2) + close.length();
        out.append(text, offset, end);
      } else {
        int markupStart = text.indexOf('<', offset);
        end = markupStart < 0 ? to : Math.min(markupStart, to);
        appendSegment(text.substring(offset, end));
      }
      offset = end;
    }
  }

  /** Replaces the first segment by the new text and removes the others; white space is kept. */
  private void appendSegment(String segment) {
    if (segment.isBlank()) {
      out.append(segment);
      return;
    }
    int textStart = segment.indexOf(segment.strip());
    out.append(segment, 0, textStart).append(textWritten ? "" : compressedText);
    out.append(segment, textStart + segment.strip().length(), segment.length());
    textWritten = true;
  }
}
