/** Agents that work on a project: an application whose whole state is derived from its events. */
@NullMarked
package dev.fcp.agents;

import org.jspecify.annotations.NullMarked;
