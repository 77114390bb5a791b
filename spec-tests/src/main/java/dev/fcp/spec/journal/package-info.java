/** The contracts of journals and disks, and simulated disks that fail or lose power. */
@NullMarked
package dev.fcp.spec.journal;

import org.jspecify.annotations.NullMarked;
