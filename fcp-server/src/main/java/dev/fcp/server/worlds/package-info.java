/** Worlds as the program shows them, and the programs that make their turns. */
@NullMarked
package dev.fcp.server.worlds;

import org.jspecify.annotations.NullMarked;
