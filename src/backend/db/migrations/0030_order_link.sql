ALTER TABLE "orders" ADD COLUMN "former_share_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shared_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_former_share_hash_unique" UNIQUE("former_share_hash");