CREATE INDEX "learning_events_actor" ON "learning_events" USING btree ("actor_id") WHERE "learning_events"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "submissions_graded_by" ON "submissions" USING btree ("graded_by") WHERE "submissions"."graded_by" is not null;--> statement-breakpoint
CREATE INDEX "certificates_user" ON "certificates" USING btree ("user_id","course_id");
