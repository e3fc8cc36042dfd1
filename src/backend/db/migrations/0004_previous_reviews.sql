ALTER TABLE "reviews" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "source_key" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_once_each_source" UNIQUE("source","source_key");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_account_or_author" CHECK (num_nonnulls("reviews"."account_id", "reviews"."author") = 1
        and num_nonnulls("reviews"."author", "reviews"."source", "reviews"."source_key") in (0, 3));