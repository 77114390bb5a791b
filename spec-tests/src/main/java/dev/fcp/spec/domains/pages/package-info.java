/** A small domain built with the entity kit: pages with texts that several authors edit. */
@NullMarked
package dev.fcp.spec.domains.pages;

import org.jspecify.annotations.NullMarked;
