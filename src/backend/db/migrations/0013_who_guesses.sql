CREATE TABLE "known_devices" (
	"account_id" text NOT NULL,
	"device_hash" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_account_id_device_hash_pk" PRIMARY KEY("account_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "replaced_registrations" (
	"attempt_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_codes" ADD COLUMN "own_tries_left" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_codes" ADD COLUMN "requested_from" text;--> statement-breakpoint
ALTER TABLE "email_codes" ADD COLUMN "requested_by" text;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_devices_by_use" ON "known_devices" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "replaced_registrations_by_email" ON "replaced_registrations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "replaced_registrations_by_time" ON "replaced_registrations" USING btree ("replaced_at");