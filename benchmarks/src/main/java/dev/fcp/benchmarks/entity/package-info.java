/**
 * Benchmarks of edits with the entity kit and of session steps, compared with edits of a hash map.
 */
@NullMarked
package dev.fcp.benchmarks.entity;

import org.jspecify.annotations.NullMarked;
