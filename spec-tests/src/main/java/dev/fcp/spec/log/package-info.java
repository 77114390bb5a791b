/**
 * What any event log is held to: the seam through which a log is driven, the contracts, and two
 * models to compare with.
 */
@NullMarked
package dev.fcp.spec.log;

import org.jspecify.annotations.NullMarked;
