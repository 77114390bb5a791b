package dev.fcp.agents;

import dev.fcp.agents.Item.Agent;
import dev.fcp.agents.Item.Commitment;
import dev.fcp.agents.Item.Corrupt;
import dev.fcp.agents.Item.Document;
import dev.fcp.agents.Item.Focus;
import dev.fcp.agents.Item.Opaque;
import dev.fcp.agents.Item.Project;
import dev.fcp.agents.Item.Received;
import dev.fcp.agents.Item.Sent;
import dev.fcp.agents.Item.Tool;
import dev.fcp.agents.Item.Unsent;
import dev.fcp.agents.Item.Violation;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EventTypes;
import java.util.TreeMap;

/** An event of a project. */
sealed interface AgentEvent {

  /** The change of the item. */
  Change<String, Item> change();

  record ProjectOpened(Change.Created<String, Item> change) implements AgentEvent {}

  record AgentSelected(Change.Modified<String, Item> change) implements AgentEvent {}

  record AgentSpawned(Change.Created<String, Item> change) implements AgentEvent {}

  /** The inverse of {@link AgentSpawned}; an agent that did something is dismissed instead. */
  record AgentRemoved(Change.Deleted<String, Item> change) implements AgentEvent {}

  /** The state before and after, and what led to it. */
  record AgentStateChanged(Change.Modified<String, Item> change) implements AgentEvent {}

  record AgentAssigned(Change.Modified<String, Item> change) implements AgentEvent {}

  record AgentDismissed(Change.Modified<String, Item> change) implements AgentEvent {}

  record AgentPinged(Change.Modified<String, Item> change) implements AgentEvent {}

  record MessageSent(Change.Created<String, Item> change) implements AgentEvent {}

  record MessageReceived(Change.Created<String, Item> change) implements AgentEvent {}

  record ToolStarted(Change.Created<String, Item> change) implements AgentEvent {}

  record ToolFinished(Change.Modified<String, Item> change) implements AgentEvent {}

  record CommitmentAdded(Change.Created<String, Item> change) implements AgentEvent {}

  /** The status became {@code verifying}, and a verifier was named. */
  record VerificationStarted(Change.Modified<String, Item> change) implements AgentEvent {}

  /** The status became {@code passed} or {@code failed}, with the output of the verification. */
  record VerificationCompleted(Change.Modified<String, Item> change) implements AgentEvent {}

  record DocumentCreated(Change.Created<String, Item> change) implements AgentEvent {}

  /** Characters were added and removed. */
  record DocumentUpdated(Change.Modified<String, Item> change) implements AgentEvent {}

  record DocumentDeleted(Change.Deleted<String, Item> change) implements AgentEvent {}

  record UserFocusChanged(Change.Created<String, Item> change) implements AgentEvent {}

  record ViolationDetected(Change.Created<String, Item> change) implements AgentEvent {}

  record SendFailed(Change.Created<String, Item> change) implements AgentEvent {}

  record SessionCorrupt(Change.Created<String, Item> change) implements AgentEvent {}

  /** A line of a transcript that means nothing to this program was kept. */
  record LineKept(Change.Created<String, Item> change) implements AgentEvent {}

  /** An item other than an agent or a document was taken out; the inverse of its creation. */
  record ItemRemoved(Change.Deleted<String, Item> change) implements AgentEvent {}

  /** Units of an item got other values, as by an editor of the file. */
  record ItemCorrected(Change.Modified<String, Item> change) implements AgentEvent {}

  /** The event types and their names in stored events. */
  static EventTypes<String, Item, AgentEvent> types(EntitySpec<String, Item> spec) {
    return EventTypes.of(spec, AgentEvent::change)
        .entities(Project.class::isInstance)
        .created("project_opened", ProjectOpened.class, ProjectOpened::new)
        .modified("agent_selected", AgentSelected.class, AgentSelected::new, "selected")
        .entities(Agent.class::isInstance)
        .created("agent_spawned", AgentSpawned.class, AgentSpawned::new)
        .deleted("agent_removed", AgentRemoved.class, AgentRemoved::new)
        .modified(
            "agent_state_changed",
            AgentStateChanged.class,
            AgentStateChanged::new,
            "state",
            "trigger")
        .modified("agent_assigned", AgentAssigned.class, AgentAssigned::new, "assignment")
        .modified("agent_dismissed", AgentDismissed.class, AgentDismissed::new, "dismissed")
        .modified("agent_pinged", AgentPinged.class, AgentPinged::new, "pings")
        .entities(Sent.class::isInstance)
        .created("message_sent", MessageSent.class, MessageSent::new)
        .entities(Received.class::isInstance)
        .created("message_received", MessageReceived.class, MessageReceived::new)
        .entities(Tool.class::isInstance)
        .created("tool_started", ToolStarted.class, ToolStarted::new)
        .modified("tool_finished", ToolFinished.class, ToolFinished::new, "end", "output", "failed")
        .entities(Commitment.class::isInstance)
        .created("commitment_added", CommitmentAdded.class, CommitmentAdded::new)
        .modified(
            "verification_started",
            VerificationStarted.class,
            VerificationStarted::new,
            "status",
            "verifier")
        .modified(
            "verification_completed",
            VerificationCompleted.class,
            VerificationCompleted::new,
            "status",
            "output")
        .entities(Document.class::isInstance)
        .created("document_created", DocumentCreated.class, DocumentCreated::new)
        .modified("document_updated", DocumentUpdated.class, DocumentUpdated::new, ItemSpec.BODY)
        .deleted("document_deleted", DocumentDeleted.class, DocumentDeleted::new)
        .entities(Focus.class::isInstance)
        .created("user_focus_changed", UserFocusChanged.class, UserFocusChanged::new)
        .entities(Violation.class::isInstance)
        .created("violation_detected", ViolationDetected.class, ViolationDetected::new)
        .entities(Unsent.class::isInstance)
        .created("send_failed", SendFailed.class, SendFailed::new)
        .entities(Corrupt.class::isInstance)
        .created("session_corrupt", SessionCorrupt.class, SessionCorrupt::new)
        .entities(Opaque.class::isInstance)
        .created("line_kept", LineKept.class, LineKept::new)
        .entities(item -> true)
        .deleted("item_removed", ItemRemoved.class, ItemRemoved::new)
        .modified("item_corrected", ItemCorrected.class, ItemCorrected::new)
        .upcasting("agent_spawned", AgentEvent::withAssignment)
        .upcasting("agent_removed", AgentEvent::withAssignment);
  }

  /** The first release had no assignments: an agent got its work by messages only. */
  private static Value.Fields withAssignment(Value.Fields event) {
    TreeMap<String, Value> units = new TreeMap<>(event.at("entity").asFields().fields());
    units.put("assignment", Value.of(""));
    TreeMap<String, Value> members = new TreeMap<>(event.fields());
    members.put("entity", Value.Fields.of(units));
    return Value.Fields.of(members);
  }
}
