/** Contracts of languages: what verbs do, what they refuse, and programs of operations. */
@NullMarked
package dev.fcp.spec.verbs;

import org.jspecify.annotations.NullMarked;
