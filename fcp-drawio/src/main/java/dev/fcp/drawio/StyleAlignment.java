package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.diagram.Style.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A style with the text of one and, as far as that goes, the ranks of another. Ranks are counted
 * when a file is read; a token that came or went would otherwise give all behind it another rank.
 */
final class StyleAlignment {

  private StyleAlignment() {}

  static Style of(Style from, Style target) {
    Map<String, Integer> ranks = new HashMap<>();
    from.tokens().forEach(token -> ranks.put(token.unit(), token.rank()));
    List<Token> aligned = new ArrayList<>();
    @Nullable Token last = null;
    for (Token token : target.tokens()) {
      last = behind(last, token, ranks.get(token.unit()));
      aligned.add(last);
    }
    Style style = Style.of(aligned, target.terminated());
    return style.text().equals(target.text()) ? style : target;
  }

  /** A token behind another: at the rank it had, if that is behind, else as near as can be. */
  private static Token behind(@Nullable Token last, Token token, @Nullable Integer wanted) {
    if (last == null) {
      return new Token(wanted == null ? 0 : wanted, token.unit(), token.text());
    }
    // Tokens of one rank stand in the order of their units.
    boolean sameRank = token.unit().compareTo(last.unit()) > 0;
    int least = sameRank ? last.rank() : Math.max(last.rank(), last.rank() + 1);
    int rank = wanted == null || wanted < least ? least : wanted;
    return new Token(rank, token.unit(), token.text());
  }
}
