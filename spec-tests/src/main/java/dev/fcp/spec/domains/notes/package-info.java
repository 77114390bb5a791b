/**
 * A small domain built with the entity kit: boards of notes, which can have a parent note and refer
 * to other notes.
 */
@NullMarked
package dev.fcp.spec.domains.notes;

import org.jspecify.annotations.NullMarked;
