ALTER TABLE "media" DROP CONSTRAINT "media_recipe_unique";
--> statement-breakpoint
-- Until now this was a hash, and the picture was composed already. A recipe is JSON.
UPDATE "media" SET "recipe" = NULL WHERE "recipe" NOT LIKE '{%';
