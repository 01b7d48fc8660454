ALTER TABLE "courses" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', translate(title || ' ' || tabs || ' ' || category || ' ' || description, './-_:,@#<>', '          '))) STORED;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "problem_reported_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "blogs_search" ON "blogs" USING gin (("title" || ' ' || "subtitle") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_search" ON "courses" USING gin (("title" || ' ' || "tabs" || ' ' || "category") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_words" ON "courses" USING gin ("words");--> statement-breakpoint
CREATE INDEX "courses_deleted" ON "courses" USING btree ("deleted_at","id") WHERE "courses"."deleted_at" is not null;--> statement-breakpoint
UPDATE "daily_counts" SET "signups" = greatest("signups" - "admins"."count", 0) FROM (
	SELECT ("joined_at" AT TIME ZONE 'UTC')::date AS "day", count(*)::int AS "count" FROM "users" WHERE "role" = 'admin' GROUP BY 1
) AS "admins" WHERE "admins"."day" = "daily_counts"."day";
