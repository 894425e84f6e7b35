UPDATE notifications n SET kind = 'money' FROM events e
WHERE e.id = n.event_id AND e.name IN ('job.settled', 'job.rejected', 'job.lapsed') AND n.kind <> 'money';--> statement-breakpoint
UPDATE notifications n SET kind = 'security' FROM events e
WHERE e.id = n.event_id AND e.name IN ('agent.payee_requested', 'agent.payee_cancelled') AND n.kind <> 'security';
