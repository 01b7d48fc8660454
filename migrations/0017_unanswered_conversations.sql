DROP INDEX "conversations_newest";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_conversation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "is_unanswered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "users_without_conversation" ON "users" USING btree ("id") WHERE "users"."role" = 'student' and not "users"."has_conversation";--> statement-breakpoint
CREATE INDEX "conversations_unanswered" ON "conversations" USING btree ("last_message_id","student_id") WHERE "conversations"."is_unanswered";--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" USING btree ("last_message_id","student_id");--> statement-breakpoint
-- by hand from here on
UPDATE "conversations" c SET "is_unanswered" = true FROM "messages" m
WHERE m."id" = c."last_message_id" AND m."sender_id" = c."student_id";--> statement-breakpoint
UPDATE "users" SET "has_conversation" = true WHERE "id" IN (SELECT "student_id" FROM "conversations");--> statement-breakpoint
-- what is in the trash comes back with them
UPDATE "trash_rows" r SET "row" = r."row" || '{"is_unanswered": true}' FROM "trash_rows" m
WHERE r."table_name" = 'conversations' AND m."table_name" = 'messages' AND m."trash_id" = r."trash_id"
	AND m."row" ->> 'id' = r."row" ->> 'last_message_id' AND m."row" ->> 'sender_id' = r."row" ->> 'student_id';--> statement-breakpoint
UPDATE "trash_rows" r SET "row" = r."row" || '{"has_conversation": true}' FROM "trash_rows" c
WHERE r."table_name" = 'users' AND c."table_name" = 'conversations' AND c."trash_id" = r."trash_id"
	AND c."row" ->> 'student_id' = r."row" ->> 'id';
