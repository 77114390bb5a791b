package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.diagram.Style.StyleToken;
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
    List<StyleToken> aligned = new ArrayList<>();
    @Nullable StyleToken previous = null;
    for (StyleToken token : target.tokens()) {
      previous = rankedAfter(previous, token, ranks.get(token.unit()));
      aligned.add(previous);
    }
    Style style = Style.of(aligned, target.terminated());
    return style.text().equals(target.text()) ? style : target;
  }

  /** A token behind another: at the rank it had, if that is behind, else as near as can be. */
  private static StyleToken rankedAfter(
      @Nullable StyleToken previous, StyleToken token, @Nullable Integer preferredRank) {
    if (previous == null) {
      return new StyleToken(preferredRank == null ? 0 : preferredRank, token.unit(), token.text());
    }
    // Tokens of one rank stand in the order of their units.
    boolean mayShareRank = token.unit().compareTo(previous.unit()) > 0;
    int minRank = mayShareRank ? previous.rank() : Math.max(previous.rank(), previous.rank() + 1);
    int rank = preferredRank == null || preferredRank < minRank ? minRank : preferredRank;
    return new StyleToken(rank, token.unit(), token.text());
  }
}
