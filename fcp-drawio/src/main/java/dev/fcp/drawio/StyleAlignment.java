package dev.fcp.drawio;

import dev.fcp.drawio.diagram.Style;
import dev.fcp.drawio.diagram.Style.StyleToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives a style the ranks of another version of it, as far as possible. Ranks are assigned when a
 * file is read; without alignment, a token that was added or removed would change the ranks of all
 * tokens after it.
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

  /**
   * Ranks a token after the previous one: at its preferred rank if that is possible, otherwise at
   * the lowest possible rank.
   */
  private static StyleToken rankedAfter(
      @Nullable StyleToken previous, StyleToken token, @Nullable Integer preferredRank) {
    if (previous == null) {
      return new StyleToken(preferredRank == null ? 0 : preferredRank, token.unit(), token.text());
    }
    // Tokens with equal ranks are sorted by unit.
    boolean mayShareRank = token.unit().compareTo(previous.unit()) > 0;
    int minRank = mayShareRank ? previous.rank() : Math.max(previous.rank(), previous.rank() + 1);
    int rank = preferredRank == null || preferredRank < minRank ? minRank : preferredRank;
    return new StyleToken(rank, token.unit(), token.text());
  }
}
