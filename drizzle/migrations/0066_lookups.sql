CREATE INDEX "runtime_keys_agent" ON "runtime_keys" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "drafts_repository" ON "drafts" USING btree ("repository_access_id");--> statement-breakpoint
CREATE INDEX "jobs_draft" ON "jobs" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "mails_confirmation" ON "mails" USING btree ("confirmation_id") WHERE confirmation_id is not null;--> statement-breakpoint
CREATE INDEX "probes_agent" ON "probes" USING btree ("agent_id") WHERE agent_id is not null;--> statement-breakpoint
CREATE INDEX "github_install_states_session" ON "github_install_states" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "webhook_inbox_processed" ON "webhook_inbox" USING btree ("processed_at") WHERE processed_at is not null;--> statement-breakpoint
CREATE INDEX "wallet_outflows_agent" ON "wallet_outflows" USING btree ("agent_id") WHERE agent_id is not null;