/** A small domain on the entity kit: boards of notes, some of them below or pointing to others. */
@NullMarked
package dev.fcp.spec.domains.notes;

import org.jspecify.annotations.NullMarked;
