/**
 * Memory blocks of agents: texts, maps, lists and logs in readable files, with undo that survives
 * restarts. Null arguments throw {@link NullPointerException}.
 */
package dev.fcp.blocks;
