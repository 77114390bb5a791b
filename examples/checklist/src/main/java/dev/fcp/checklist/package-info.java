/** To-do lists as a kind of document. */
@NullMarked
package dev.fcp.checklist;

import org.jspecify.annotations.NullMarked;
