package dev.fcp.eventlog.history;

/**
 * The name of a step, unique in all documents for all time: a ULID, 26 characters of Crockford's
 * base 32. Ids of one {@link StepIds} ascend in the order in which they were made.
 *
 * @param ulid the 26 characters, in upper case
 */
public record StepId(String ulid) implements Comparable<StepId> {

  /** The digits of a ULID. */
  static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  /** The number of digits. */
  static final int LENGTH = 26;

  /** Refuses what is no ULID. */
  public StepId {
    if (!isUlid(ulid)) {
      throw new IllegalArgumentException("no step id: \"" + ulid + "\" is no ULID");
    }
  }

  /** Whether a text can be the id of a step. */
  public static boolean isUlid(String text) {
    if (text.length() != LENGTH || text.charAt(0) > '7') {
      return false;
    }
    for (int i = 0; i < LENGTH; i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a unit is a digit: one of 0 to 9 and A to Z, but for I, L, O and U. */
  private static boolean isDigit(char unit) {
    boolean letter =
        unit >= 'A' && unit <= 'Z' && unit != 'I' && unit != 'L' && unit != 'O' && unit != 'U';
    return letter || (unit >= '0' && unit <= '9');
  }

  @Override
  public int compareTo(StepId other) {
    return ulid.compareTo(other.ulid);
  }

  @Override
  public String toString() {
    return ulid;
  }
}
