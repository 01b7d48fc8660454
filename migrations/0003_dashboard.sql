CREATE TABLE "daily_counts" (
	"day" date PRIMARY KEY NOT NULL,
	"signups" integer NOT NULL,
	"enrollments" integer NOT NULL,
	"completions" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "system_log_student";--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "is_public" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "is_public" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "captions_url" varchar(2048) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "as_student" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "system_log" ADD COLUMN "kind" text DEFAULT 'site' NOT NULL;--> statement-breakpoint
CREATE INDEX "blogs_drafts" ON "blogs" USING btree ("id") WHERE not "blogs"."is_public";--> statement-breakpoint
CREATE INDEX "blogs_title_search" ON "blogs" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_drafts" ON "courses" USING btree ("id") WHERE not "courses"."is_public";--> statement-breakpoint
CREATE INDEX "enrollments_created" ON "enrollments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "enrollments_completed" ON "enrollments" USING btree ("completed_at");--> statement-breakpoint
CREATE INDEX "lessons_captions" ON "lessons" USING hash ("captions_url") WHERE "lessons"."captions_url" <> '';--> statement-breakpoint
CREATE INDEX "system_log_kind" ON "system_log" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "system_log_search" ON "system_log" USING gin (("message" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_names" ON "users" USING btree ("first_name","last_name","id");--> statement-breakpoint
CREATE INDEX "users_courses" ON "users" USING btree ("course_joined","id");--> statement-breakpoint
CREATE INDEX "users_joined" ON "users" USING btree ("joined_at");--> statement-breakpoint
CREATE INDEX "system_log_student" ON "system_log" USING btree ("student_id","id");
--> statement-breakpoint
UPDATE "system_log" SET "kind" = CASE
	WHEN "message" LIKE 'Logged in%' OR "message" LIKE 'Failed to log in%' THEN 'sign-in'
	WHEN "message" LIKE 'Enrolled in%' OR "message" LIKE 'Completed “%' THEN 'learning'
	WHEN "message" LIKE '%review%' OR "message" LIKE 'Reviewed%' THEN 'review'
	WHEN "message" LIKE '%omment%' THEN 'comment'
	WHEN "message" LIKE '%the course “%' OR "message" LIKE '%picture of a course' THEN 'course'
	WHEN "message" LIKE '%blog post' THEN 'blog'
	WHEN "message" LIKE 'Made %' OR "message" LIKE 'Gave %' OR "message" LIKE '%out everywhere' THEN 'user'
	WHEN "message" LIKE 'System is%' OR "message" LIKE 'The demo%' THEN 'site'
	ELSE 'account'
END;
