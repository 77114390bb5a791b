/** Random values of any type with built-in shrinking, and properties that are tried with them. */
@NullMarked
package dev.fcp.spec.generator;

import org.jspecify.annotations.NullMarked;
