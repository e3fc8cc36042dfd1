CREATE TABLE "compatibility" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"needs" text NOT NULL,
	CONSTRAINT "compatibility_one_row" CHECK ("compatibility"."only")
);
--> statement-breakpoint

-- Written by hand. Migration 0010 dropped products.stock: the last step so far that took something away.
INSERT INTO compatibility (needs) VALUES ('0010_stock');
