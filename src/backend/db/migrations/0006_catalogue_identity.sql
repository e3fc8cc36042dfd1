ALTER TABLE "publisher_notices" ALTER COLUMN "told" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "catalogue_record" ADD COLUMN "database" text;