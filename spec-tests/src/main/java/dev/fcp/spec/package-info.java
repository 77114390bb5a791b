/** The conformance kit: what any event log, session or domain is held to. */
@NullMarked
package dev.fcp.spec;

import org.jspecify.annotations.NullMarked;
