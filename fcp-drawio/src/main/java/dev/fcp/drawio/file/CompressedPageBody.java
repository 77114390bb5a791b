package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Template;
import java.util.List;

/**
 * What stands in the {@code <diagram>} of a compressed page: the packed text, in pieces, among
 * white space, comments, processing instructions and elements. Here it gets another packed text and
 * keeps all the rest.
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
   * The body with a packed text, which stands where the first piece of the older one stood.
   *
   * @param extras the elements that are to stand in it, as text
   * @param template the {@code <diagram>} that is changed
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

  /** Goes over what stands between two elements. */
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

  /** The first piece gives way to the new text, the others to nothing; white space stays. */
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
