package dev.fcp.drawio.language;

/**
 * A rectangle on a page.
 *
 * @param x the distance from the left of the page, in px
 * @param y the distance from the top of the page, in px
 * @param width the width in px
 * @param height the height in px
 */
record Box(double x, double y, double width, double height) {

  double right() {
    return x + width;
  }

  double bottom() {
    return y + height;
  }

  /** Whether another rectangle is within this one; the edges may touch. */
  boolean contains(Box other) {
    return x <= other.x && y <= other.y && right() >= other.right() && bottom() >= other.bottom();
  }

  boolean overlaps(Box other, double gap) {
    return x < other.right() + gap
        && other.x < right() + gap
        && y < other.bottom() + gap
        && other.y < bottom() + gap;
  }

  Box movedTo(double newX, double newY) {
    return new Box(newX, newY, width, height);
  }

  /** The smallest rectangle that contains both. */
  Box union(Box other) {
    double left = Math.min(x, other.x);
    double top = Math.min(y, other.y);
    return new Box(
        left,
        top,
        Math.max(right(), other.right()) - left,
        Math.max(bottom(), other.bottom()) - top);
  }

  boolean isFinite() {
    return Double.isFinite(right()) && Double.isFinite(bottom());
  }
}
