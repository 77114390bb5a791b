package dev.fcp.benchmarks.table;

import java.util.Locale;

/** How much is measured. */
public enum Scale {
  /** Tiny sizes and few repetitions, which only show that a program works. */
  SMOKE,
  /** The sizes of the table. */
  NORMAL;

  /** Returns one of two numbers. */
  public int of(int smoke, int normal) {
    return this == SMOKE ? smoke : normal;
  }

  /** Returns the scale with this name in any case. */
  static Scale parse(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }
}
