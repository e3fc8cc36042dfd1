CREATE TABLE "bank_transfers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment" text NOT NULL,
	"amount" bigint NOT NULL,
	"sender" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"session_id" text,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_transfers_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "bank_transfers_amount" CHECK ("bank_transfers"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "arrived_kobo" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_payment_payments_reference_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("reference") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_transfers_by_payment" ON "bank_transfers" USING btree ("payment");--> statement-breakpoint
CREATE INDEX "bank_transfers_by_time" ON "bank_transfers" USING btree ("sent_at","amount");--> statement-breakpoint
CREATE INDEX "payments_of_own_bank" ON "payments" USING btree ("order_id") WHERE provider = 'bank';