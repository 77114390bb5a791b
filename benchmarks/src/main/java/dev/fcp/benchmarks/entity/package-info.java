/** Edits of the entity kit and steps of a session beside the edit of a hash map. */
@NullMarked
package dev.fcp.benchmarks.entity;

import org.jspecify.annotations.NullMarked;
