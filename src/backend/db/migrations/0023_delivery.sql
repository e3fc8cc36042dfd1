ALTER TABLE "shipping_places" ADD COLUMN "areas" text[];--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery" jsonb;