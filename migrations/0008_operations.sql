CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"name" varchar(100) DEFAULT '' NOT NULL,
	"location" varchar(2048) NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"rows_count" bigint DEFAULT 0 NOT NULL,
	"files_count" bigint DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"restored_at" timestamp (3) with time zone,
	"problem" varchar(500) DEFAULT '' NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "backups_started" ON "backups" USING btree ("started_at");