package dev.fcp.drawio.file;

import dev.fcp.drawio.file.Markup.Template;
import java.util.List;

/**
 * What stands in the {@code <diagram>} of a compressed page: the packed text, in pieces, among
 * white space, comments, processing instructions and elements. Here it gets another packed text and
 * keeps all the rest.
 */
final class PackedBody {

  private static final String DATA_SECTION = "<![CDATA[";
  private static final String END_OF_DATA = "]]>";

  private final String packed;
  private final StringBuilder out = new StringBuilder();
  private boolean isWritten;

  private PackedBody(String packed) {
    this.packed = packed;
  }

  /**
   * The body with a packed text, which stands where the first piece of the older one stood.
   *
   * @param extras the elements that are to stand in it, as text
   * @param older the {@code <diagram>} that is changed
   */
  static String of(String packed, List<String> extras, Template older) {
    XmlNode node = older.node();
    List<String> known = node.children().stream().map(child -> child.in(older.text())).toList();
    boolean keepsElements = known.equals(extras);
    PackedBody body = new PackedBody(packed);
    int at = node.contentStart;
    for (XmlNode child : node.children()) {
      body.pieces(older.text(), at, child.start);
      body.out.append(older.text(), child.start, keepsElements ? child.end : child.start);
      at = child.end;
    }
    body.pieces(older.text(), at, node.contentEnd);
    if (!keepsElements) {
      extras.forEach(body.out::append);
    }
    return body.isWritten ? body.out.toString() : packed + body.out;
  }

  /** Goes over what stands between two elements. */
  private void pieces(String text, int from, int to) {
    int at = from;
    while (at < to) {
      int end;
      if (text.startsWith(DATA_SECTION, at)) {
        int close = text.indexOf(END_OF_DATA, at);
        end = close + END_OF_DATA.length();
        out.append(DATA_SECTION);
        data(text.substring(at + DATA_SECTION.length(), close));
        out.append(END_OF_DATA);
      } else if (text.charAt(at) == '<') {
        String close = text.startsWith("<!--", at) ? "-->" : "?>";
        end = text.indexOf(close, at + 2) + close.length();
        out.append(text, at, end);
      } else {
        int markup = text.indexOf('<', at);
        end = markup < 0 ? to : Math.min(markup, to);
        data(text.substring(at, end));
      }
      at = end;
    }
  }

  /** The first piece gives way to the new text, the others to nothing; white space stays. */
  private void data(String piece) {
    if (piece.isBlank()) {
      out.append(piece);
      return;
    }
    int start = piece.indexOf(piece.strip());
    out.append(piece, 0, start).append(isWritten ? "" : packed);
    out.append(piece, start + piece.strip().length(), piece.length());
    isWritten = true;
  }
}
