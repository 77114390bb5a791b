package dev.fcp.drawio.language;

/**
 * A rectangle on a page.
 *
 * @param x px from the left of the page
 * @param y px from its top
 * @param width px
 * @param height px
 */
record Box(double x, double y, double width, double height) {

  double right() {
    return x + width;
  }

  double bottom() {
    return y + height;
  }

  /** Whether the other lies in this one, to its edges. */
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

  /** The smallest rectangle around both. */
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
