CREATE TABLE "error_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "error_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"fingerprint" varchar(64) NOT NULL,
	"type" varchar(100) NOT NULL,
	"message" varchar(500) NOT NULL,
	"source" varchar(200) NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"request_id" varchar(64) NOT NULL,
	"stack" text NOT NULL,
	"version" varchar(40) NOT NULL,
	"solved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "server_processes" (
	"id" varchar(64) PRIMARY KEY NOT NULL,
	"host" varchar(255) NOT NULL,
	"pid" integer NOT NULL,
	"version" varchar(40) NOT NULL,
	"node" varchar(40) NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"event_loop_ms" real NOT NULL,
	"sockets" integer NOT NULL,
	"requests_per_minute" real NOT NULL,
	"errors_per_minute" real NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "last_error" varchar(300);--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "request_id" varchar(64);--> statement-breakpoint
CREATE UNIQUE INDEX "error_groups_fingerprint" ON "error_groups" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "error_groups_last" ON "error_groups" USING btree ("last_at");