CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" bigint,
	"actor_name" varchar(161) NOT NULL,
	"actor_email" varchar(254) DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" varchar(36) DEFAULT '' NOT NULL,
	"subject_name" varchar(300) DEFAULT '' NOT NULL,
	"before" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"after" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" varchar(45) DEFAULT '' NOT NULL,
	"device" varchar(60) DEFAULT '' NOT NULL,
	"request_id" varchar(100) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trash" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trash_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"name" varchar(300) NOT NULL,
	"details" varchar(300) DEFAULT '' NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_by" bigint,
	"deleted_by_name" varchar(161) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trash_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trash_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"trash_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"link_column" text,
	"row" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "deleted_by_name" varchar(161) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "trash_rows" ADD CONSTRAINT "trash_rows_trash_id_trash_id_fk" FOREIGN KEY ("trash_id") REFERENCES "public"."trash"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_created" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_kind","subject_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_search" ON "audit_log" USING gin (("subject_name" || ' ' || "actor_name" || ' ' || "actor_email") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "trash_subject" ON "trash" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "trash_newest" ON "trash" USING btree ("kind","deleted_at","id");--> statement-breakpoint
CREATE INDEX "trash_rows_trash" ON "trash_rows" USING btree ("trash_id","table_name");--> statement-breakpoint
CREATE INDEX "trash_rows_table" ON "trash_rows" USING btree ("table_name");--> statement-breakpoint
-- by hand: part G
CREATE FUNCTION "refuse_audit_log_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND OLD."created_at" < now() - interval '365 days' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'The audit log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "refuse_audit_log_change"();--> statement-breakpoint
CREATE TRIGGER "audit_log_keep_all" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_log_change"();
-- end of part G
