/** Random values of any type that shrink by themselves, and the trials that feed them to a law. */
@NullMarked
package dev.fcp.spec.generator;

import org.jspecify.annotations.NullMarked;
