/**
 * Plans rollbacks: which events of a selection of steps are reversed, which are superseded, and
 * which conflict. Not exported; sessions offer the plans.
 */
package dev.fcp.eventlog.history.planner;
