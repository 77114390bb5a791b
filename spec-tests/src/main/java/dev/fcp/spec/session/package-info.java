/**
 * Tests of sessions over any domain, compared with a naive model that keeps lists of whole models.
 */
@NullMarked
package dev.fcp.spec.session;

import org.jspecify.annotations.NullMarked;
