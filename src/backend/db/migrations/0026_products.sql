ALTER TABLE "reviews" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "reviews_by_time" ON "reviews" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_to_look_at" ON "reviews" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE looked_at is null or looked_at < created_at;--> statement-breakpoint

-- From here on written by hand. What was written before there was a back office waits for nobody.
UPDATE reviews SET looked_at = created_at;
