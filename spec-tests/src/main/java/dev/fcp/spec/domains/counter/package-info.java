/** The smallest domain, written by hand: one number. */
@NullMarked
package dev.fcp.spec.domains.counter;

import org.jspecify.annotations.NullMarked;
