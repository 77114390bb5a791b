/**
 * The program {@code fcp}: the command line, and the tools for agents, over the engine and its
 * domains.
 */
@NullMarked
package dev.fcp.server;

import org.jspecify.annotations.NullMarked;
