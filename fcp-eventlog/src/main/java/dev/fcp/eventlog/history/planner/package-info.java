/**
 * Plans rollbacks: which events of a selection of steps are reversed, which are superseded, and
 * which have conflicts. Not exported; sessions provide the plans.
 */
package dev.fcp.eventlog.history.planner;
