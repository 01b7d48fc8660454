ALTER TABLE "orders" ADD COLUMN "dispute_reference" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
-- What was refunded before is taken for sent when it was noted: admins were told to send it, and could not say that they had.
UPDATE "refunds" SET "sent_at" = "done_at" FROM "orders"
WHERE "orders"."id" = "refunds"."order_id" AND "orders"."provider" = 'manual' AND "refunds"."status" = 'succeeded';
