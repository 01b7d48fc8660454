CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint,
	"course_id" bigint,
	"path_id" bigint,
	"kind" text NOT NULL,
	"name" varchar(161) NOT NULL,
	"title" varchar(200) NOT NULL,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"duration_seconds" real DEFAULT 0 NOT NULL,
	"design" jsonb NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" varchar(300) DEFAULT '' NOT NULL,
	"replaced_by" uuid
);
--> statement-breakpoint
CREATE TABLE "learning_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "learning_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"lesson_id" bigint,
	"kind" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor_id" bigint,
	"reason" varchar(300) DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "learning_paths" (
	"id" bigint PRIMARY KEY DEFAULT nextval('thing_id') NOT NULL,
	"title" varchar(200) NOT NULL,
	"goal" varchar(300) NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"level" text DEFAULT '' NOT NULL,
	"is_ordered" boolean DEFAULT false NOT NULL,
	"price_cents" integer,
	"is_public" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "learning_paths_price_range" CHECK ("learning_paths"."price_cents" between 0 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"lesson_id" bigint NOT NULL,
	"seconds" real NOT NULL,
	"text" varchar(2000) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "path_courses" (
	"path_id" bigint NOT NULL,
	"course_id" bigint NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "path_courses_path_id_course_id_pk" PRIMARY KEY("path_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "path_students" (
	"path_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "path_students_path_id_user_id_pk" PRIMARY KEY("path_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "prerequisites" (
	"course_id" bigint NOT NULL,
	"required_course_id" bigint NOT NULL,
	"is_blocking" boolean DEFAULT true NOT NULL,
	CONSTRAINT "prerequisites_course_id_required_course_id_pk" PRIMARY KEY("course_id","required_course_id"),
	CONSTRAINT "prerequisites_other_course" CHECK ("prerequisites"."course_id" <> "prerequisites"."required_course_id")
);
--> statement-breakpoint
CREATE TABLE "quiz_answers" (
	"attempt_id" bigint NOT NULL,
	"lesson_id" bigint NOT NULL,
	"question_id" varchar(36) NOT NULL,
	"answer_text" varchar(500) NOT NULL,
	"points" real NOT NULL,
	"is_correct" boolean NOT NULL,
	CONSTRAINT "quiz_answers_attempt_id_question_id_pk" PRIMARY KEY("attempt_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "quiz_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quiz_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"lesson_id" bigint NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"submitted_at" timestamp (3) with time zone,
	"questions" jsonb NOT NULL,
	"answers_shown" text DEFAULT 'end' NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pass_mark" smallint NOT NULL,
	"max_score" real NOT NULL,
	"score" real,
	"is_passed" boolean,
	"is_void" boolean DEFAULT false NOT NULL,
	CONSTRAINT "quiz_attempts_score" CHECK (("quiz_attempts"."score" is null) = ("quiz_attempts"."submitted_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" bigint NOT NULL,
	"place" integer NOT NULL,
	"title" varchar(200) NOT NULL,
	"opens_after_days" integer,
	"opens_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"lesson_id" bigint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"file_url" varchar(2048) DEFAULT '' NOT NULL,
	"file_name" varchar(255) DEFAULT '' NOT NULL,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"feedback" text DEFAULT '' NOT NULL,
	"graded_by" bigint,
	"graded_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "details" jsonb DEFAULT '{"pitch":"","outcomes":[],"requirements":[],"level":"","language":"","faq":[],"instructor_name":"","instructor_bio":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "lesson_order" text DEFAULT 'free' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "prerequisites_waived" varchar(300);--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD COLUMN "watched" "int4multirange" DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "section_id" bigint;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "kind" text DEFAULT 'video' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "content" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "file_name" varchar(255) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "quiz" jsonb;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "submission_form" text DEFAULT 'both' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "completion" text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "watch_percent" smallint;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "certificate_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "submission_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "seller" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "path_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "path_title" varchar(200);--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "certificate_design" jsonb;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_path_id_learning_paths_id_fk" FOREIGN KEY ("path_id") REFERENCES "public"."learning_paths"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_events" ADD CONSTRAINT "learning_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_events" ADD CONSTRAINT "learning_events_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learning_events" ADD CONSTRAINT "learning_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "path_courses" ADD CONSTRAINT "path_courses_path_id_learning_paths_id_fk" FOREIGN KEY ("path_id") REFERENCES "public"."learning_paths"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "path_courses" ADD CONSTRAINT "path_courses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "path_students" ADD CONSTRAINT "path_students_path_id_learning_paths_id_fk" FOREIGN KEY ("path_id") REFERENCES "public"."learning_paths"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "path_students" ADD CONSTRAINT "path_students_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prerequisites" ADD CONSTRAINT "prerequisites_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prerequisites" ADD CONSTRAINT "prerequisites_required_course_id_courses_id_fk" FOREIGN KEY ("required_course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_answers" ADD CONSTRAINT "quiz_answers_attempt_id_quiz_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."quiz_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_answers" ADD CONSTRAINT "quiz_answers_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_graded_by_users_id_fk" FOREIGN KEY ("graded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_course" ON "certificates" USING btree ("user_id","course_id") WHERE "certificates"."revoked_at" is null and "certificates"."replaced_by" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_path" ON "certificates" USING btree ("user_id","path_id") WHERE "certificates"."revoked_at" is null and "certificates"."replaced_by" is null;--> statement-breakpoint
CREATE INDEX "certificates_issued" ON "certificates" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "certificates_course_id" ON "certificates" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "certificates_path_id" ON "certificates" USING btree ("path_id");--> statement-breakpoint
CREATE INDEX "certificates_search" ON "certificates" USING gin (("name" || ' ' || "title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "learning_events_user_course" ON "learning_events" USING btree ("user_id","course_id","id");--> statement-breakpoint
CREATE INDEX "learning_events_course" ON "learning_events" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "learning_paths_search" ON "learning_paths" USING gin (("title" || ' ' || "goal") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notes_user_lesson" ON "notes" USING btree ("user_id","lesson_id","seconds");--> statement-breakpoint
CREATE INDEX "notes_lesson" ON "notes" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "path_courses_course" ON "path_courses" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "path_students_user" ON "path_students" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "prerequisites_required" ON "prerequisites" USING btree ("required_course_id");--> statement-breakpoint
CREATE INDEX "quiz_answers_lesson" ON "quiz_answers" USING btree ("lesson_id","question_id");--> statement-breakpoint
CREATE INDEX "quiz_attempts_user" ON "quiz_attempts" USING btree ("user_id","lesson_id","id");--> statement-breakpoint
CREATE INDEX "quiz_attempts_lesson" ON "quiz_attempts" USING btree ("lesson_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quiz_attempts_open" ON "quiz_attempts" USING btree ("user_id","lesson_id") WHERE "quiz_attempts"."submitted_at" is null and not "quiz_attempts"."is_void";--> statement-breakpoint
CREATE INDEX "sections_course" ON "sections" USING btree ("course_id","place");--> statement-breakpoint
CREATE INDEX "submissions_user" ON "submissions" USING btree ("user_id","lesson_id","id");--> statement-breakpoint
CREATE INDEX "submissions_lesson" ON "submissions" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "submissions_waiting" ON "submissions" USING btree ("id") WHERE "submissions"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "submissions_file" ON "submissions" USING hash ("file_url") WHERE "submissions"."file_url" <> '';--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_path_id_learning_paths_id_fk" FOREIGN KEY ("path_id") REFERENCES "public"."learning_paths"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lessons_section" ON "lessons" USING btree ("section_id");--> statement-breakpoint
UPDATE "courses" SET "updated_at" = greatest("created_at", (SELECT max("created_at") FROM "lessons" WHERE "course_id" = "courses"."id"));--> statement-breakpoint
INSERT INTO "learning_events" ("user_id", "course_id", "lesson_id", "kind", "created_at")
SELECT p."user_id", l."course_id", l."id", 'lesson_completed', p."completed_at"
FROM "lesson_progress" p JOIN "lessons" l ON l."id" = p."lesson_id"
WHERE p."completed_at" IS NOT NULL ORDER BY p."completed_at", l."id";--> statement-breakpoint
INSERT INTO "learning_events" ("user_id", "course_id", "kind", "created_at")
SELECT "user_id", "course_id", 'course_finished', "completed_at" FROM "enrollments"
WHERE "completed_at" IS NOT NULL ORDER BY "completed_at", "id";
