CREATE INDEX "learning_events_actor" ON "learning_events" USING btree ("actor_id") WHERE "learning_events"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "submissions_graded_by" ON "submissions" USING btree ("graded_by") WHERE "submissions"."graded_by" is not null;--> statement-breakpoint
CREATE INDEX "certificates_user" ON "certificates" USING btree ("user_id","course_id");--> statement-breakpoint
-- by hand from here on
-- A path was finished with the time at which its transaction began, which is before that of its last course. A transaction
-- takes seconds, so a course that was finished within a minute is the one.
UPDATE "path_students" s SET "finished_at" = f."at" FROM (
	SELECT p."path_id", p."user_id", max(e."created_at") AS "at"
	FROM "path_students" p JOIN "path_courses" c ON c."path_id" = p."path_id"
	JOIN "learning_events" e ON e."user_id" = p."user_id" AND e."course_id" = c."course_id" AND e."kind" = 'course_finished'
	WHERE e."created_at" > p."finished_at" AND e."created_at" <= p."finished_at" + interval '1 minute'
	GROUP BY p."path_id", p."user_id"
) f WHERE s."path_id" = f."path_id" AND s."user_id" = f."user_id";--> statement-breakpoint
UPDATE "certificates" t SET "finished_at" = f."at" FROM (
	SELECT p."id", max(e."created_at") AS "at"
	FROM "certificates" p JOIN "path_courses" c ON c."path_id" = p."path_id"
	JOIN "learning_events" e ON e."user_id" = p."user_id" AND e."course_id" = c."course_id" AND e."kind" = 'course_finished'
	WHERE e."created_at" > p."finished_at" AND e."created_at" <= p."finished_at" + interval '1 minute'
	GROUP BY p."id"
) f WHERE t."id" = f."id";
