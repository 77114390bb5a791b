/**
 * The rows of the table in {@code docs/benchmarks.md}: programs that measure them, their aims, the
 * table and its plots.
 */
@NullMarked
package dev.fcp.benchmarks.table;

import org.jspecify.annotations.NullMarked;
