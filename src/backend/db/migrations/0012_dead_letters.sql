ALTER TABLE "emails" ADD COLUMN "expires_at" timestamp with time zone DEFAULT now() + interval '4 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "dead_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "emails_dead" ON "emails" USING btree ("dead_at") WHERE dead_at is not null;--> statement-breakpoint
-- An email with a code that waits at the upgrade is not worth four days.
UPDATE "emails" SET "expires_at" = "created_at" + interval '1 hour' WHERE "sent_at" IS NULL AND "id" LIKE 'account:%';
