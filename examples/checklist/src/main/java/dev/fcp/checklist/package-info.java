/** The domain of to-do lists: an example of a domain with its own file format and verbs. */
@NullMarked
package dev.fcp.checklist;

import org.jspecify.annotations.NullMarked;
