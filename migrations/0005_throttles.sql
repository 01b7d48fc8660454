CREATE TABLE "known_devices" (
	"user_id" bigint NOT NULL,
	"device_hash" "bytea" NOT NULL,
	"network_hash" "bytea" NOT NULL,
	"last_login_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
DELETE FROM "reset_codes";--> statement-breakpoint
DELETE FROM "throttles" WHERE "key" LIKE 'login-row:%';--> statement-breakpoint
ALTER TABLE "reset_codes" DROP CONSTRAINT "reset_codes_pkey";--> statement-breakpoint
ALTER TABLE "reset_codes" ADD COLUMN "device_hash" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "reset_codes" ADD CONSTRAINT "reset_codes_email_device_hash_pk" PRIMARY KEY("email","device_hash");--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "device_hash" "bytea";--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "proof_secret" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_last_login" ON "known_devices" USING btree ("last_login_at");