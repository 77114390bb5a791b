/** Documents at work: random programs over a file, its history and those who edit it elsewhere. */
@NullMarked
package dev.fcp.spec.document;

import org.jspecify.annotations.NullMarked;
