CREATE TABLE "incidents" (
	"kind" text NOT NULL,
	"noticed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "incidents_kind_noticed_at_pk" PRIMARY KEY("kind","noticed_at")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("kind") WHERE ended_at is null;