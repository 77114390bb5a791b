/** Tests of documents: random programs on a file, its history and edits by other programs. */
@NullMarked
package dev.fcp.spec.document;

import org.jspecify.annotations.NullMarked;
