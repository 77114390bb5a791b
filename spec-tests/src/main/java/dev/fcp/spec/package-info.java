/**
 * The conformance kit: tests of event logs, domains, sessions and journals against the
 * specification.
 */
@NullMarked
package dev.fcp.spec;

import org.jspecify.annotations.NullMarked;
