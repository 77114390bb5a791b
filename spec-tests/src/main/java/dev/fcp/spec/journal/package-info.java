/** The contract of journals, and disks that fail in every way in which disks fail. */
@NullMarked
package dev.fcp.spec.journal;

import org.jspecify.annotations.NullMarked;
