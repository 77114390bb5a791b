package dev.fcp.eventlog.plaintext;

import java.util.random.RandomGenerator;

/**
 * Assigns ids to inserted characters: a random id of 8 letters and digits for this object, and a
 * number that only grows. Characters that are typed one after the other therefore have consecutive
 * ids and are stored as one run. Two objects have different ids, except with a probability of about
 * 2^-47; so an editor makes one each time it is opened, and never stores it. Thread-safe.
 */
public final class InsertionIds {

  private static final int LETTERS = 8;
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private final RandomGenerator random;
  private String insertion;
  private int next;

  /** Creates ids from random numbers, such as those of a {@code SecureRandom}. */
  public InsertionIds(RandomGenerator random) {
    this.random = random;
    this.insertion = idOf(random.nextLong());
  }

  /** The id of the first of some new characters; the others follow it. */
  synchronized CharId next(int count) {
    if (next > Integer.MAX_VALUE - count) {
      insertion = idOf(random.nextLong());
      next = 0;
    }
    CharId first = new CharId(insertion, next);
    next += count;
    return first;
  }

  /** An insertion id made from about 47 bits of a number. */
  static String idOf(long bits) {
    char[] letters = new char[LETTERS];
    long rest = bits >>> 1;
    for (int i = 0; i < LETTERS; i++) {
      letters[i] = ALPHABET.charAt((int) (rest % ALPHABET.length()));
      rest /= ALPHABET.length();
    }
    return new String(letters);
  }
}
