/**
 * Sessions over any domain, held against lists of whole models: whoever brings a domain gets it.
 */
@NullMarked
package dev.fcp.spec.session;

import org.jspecify.annotations.NullMarked;
