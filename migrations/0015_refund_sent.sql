ALTER TABLE "orders" ADD COLUMN "dispute_reference" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "sent_at" timestamp (3) with time zone;