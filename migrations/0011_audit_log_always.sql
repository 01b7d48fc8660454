ALTER TABLE "audit_log" ADD COLUMN "subject_user_id" bigint;--> statement-breakpoint
CREATE INDEX "audit_log_subject_user" ON "audit_log" USING btree ("subject_user_id");--> statement-breakpoint
-- by hand from here on
-- The entries of before name their user too, as far as the records are still there.
ALTER TABLE "audit_log" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "audit_log" a SET "subject_user_id" = s."user_id" FROM (
	SELECT "subject_kind" AS "kind", "subject_id" AS "id", "subject_id"::bigint AS "user_id" FROM "audit_log" WHERE "subject_kind" = 'user' AND "subject_id" <> ''
	UNION SELECT 'order', "id"::text, "user_id" FROM "orders" WHERE "user_id" IS NOT NULL
	UNION SELECT 'certificate', "id"::text, "user_id" FROM "certificates" WHERE "user_id" IS NOT NULL
	UNION SELECT 'assignment', "id"::text, "user_id" FROM "submissions"
	UNION SELECT 'review', "id"::text, "user_id" FROM "reviews"
	UNION SELECT 'comment', "id"::text, "user_id" FROM "comments"
	UNION SELECT 'review', "row" ->> 'id', ("row" ->> 'user_id')::bigint FROM "trash_rows" WHERE "table_name" = 'reviews'
	UNION SELECT 'comment', "row" ->> 'id', ("row" ->> 'user_id')::bigint FROM "trash_rows" WHERE "table_name" = 'comments'
) s WHERE a."subject_kind" = s."kind" AND a."subject_id" = s."id";--> statement-breakpoint
-- Every text becomes "erased". Numbers and truth values say nothing about a person, and stay.
CREATE FUNCTION "erase_audit_fields"(fields jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(jsonb_object_agg(key, CASE WHEN jsonb_typeof(value) IN ('number', 'boolean') THEN value ELSE '"erased"' END), '{}')
	FROM jsonb_each(fields)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_audit_log_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	erased public.audit_log;
BEGIN
	IF TG_OP = 'DELETE' AND OLD."created_at" < now() - interval '365 days' THEN
		RETURN OLD;
	END IF;
	-- The one change that is accepted: the personal data of a user who is deleted for good.
	IF TG_OP = 'UPDATE' AND OLD."subject_user_id" IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM public.users WHERE "id" = OLD."subject_user_id")
		AND NOT EXISTS (SELECT 1 FROM public.trash WHERE "kind" = 'user' AND "subject_id" = OLD."subject_user_id")
	THEN
		erased := OLD;
		erased."subject_name" := 'erased';
		erased."before" := public.erase_audit_fields(OLD."before");
		erased."after" := public.erase_audit_fields(OLD."after");
		IF NEW IS NOT DISTINCT FROM erased THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'The audit log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
UPDATE "audit_log" a SET "subject_name" = 'erased', "before" = erase_audit_fields("before"), "after" = erase_audit_fields("after")
WHERE "subject_user_id" IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM "users" WHERE "id" = a."subject_user_id")
	AND NOT EXISTS (SELECT 1 FROM "trash" WHERE "kind" = 'user' AND "subject_id" = a."subject_user_id");--> statement-breakpoint
-- Always, because others do not fire under session_replication_role = replica, which a superuser may set.
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER "audit_log_append_only";--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER "audit_log_keep_all";
