/** Contracts of operation languages: verbs, refusals and random programs of operations. */
@NullMarked
package dev.fcp.spec.verbs;

import org.jspecify.annotations.NullMarked;
