/**
 * Tests of event logs: the interface to a log under test, the contracts, and two reference models.
 */
@NullMarked
package dev.fcp.spec.log;

import org.jspecify.annotations.NullMarked;
