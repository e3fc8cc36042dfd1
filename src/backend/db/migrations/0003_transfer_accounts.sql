ALTER TABLE "payments" ADD COLUMN "way" text DEFAULT 'paystack' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "account" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rejected_kobo" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rejected_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payments_by_account" ON "payments" USING btree ("provider","provider_id") WHERE account is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_rejected" CHECK (("payments"."rejected_kobo" is null) = ("payments"."rejected_at" is null));