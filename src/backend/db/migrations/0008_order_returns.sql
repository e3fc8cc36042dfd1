CREATE TABLE "units_back" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"restocked" integer NOT NULL,
	"written_off" integer NOT NULL,
	"recorded_by" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "units_back_some" CHECK (restocked >= 0 and written_off >= 0 and restocked + written_off > 0)
);
--> statement-breakpoint
CREATE TABLE "return_lines" (
	"return_id" bigint NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"received" integer,
	CONSTRAINT "return_lines_return_id_position_pk" PRIMARY KEY("return_id","position"),
	CONSTRAINT "return_lines_units" CHECK (quantity > 0 and received between 0 and quantity)
);
--> statement-breakpoint
CREATE TABLE "return_pictures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"return_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"preview" "bytea" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"attempt" text NOT NULL,
	"reason" text NOT NULL,
	"opened" boolean NOT NULL,
	"words" text NOT NULL,
	"wish" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"answer" text,
	"answered_by" text,
	"received_at" timestamp with time zone,
	"received_by" text,
	"goods_kobo" bigint,
	"fee_kobo" bigint,
	"exchange_id" text,
	"exchange_kobo" bigint DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "returns_attempt_unique" UNIQUE("attempt"),
	CONSTRAINT "returns_refused" CHECK (refused_at is null or ended_at is not null),
	CONSTRAINT "returns_received" CHECK ((received_at is null) = (goods_kobo is null) and (goods_kobo is null) = (fee_kobo is null))
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_purpose";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "return_id" bigint;--> statement-breakpoint
ALTER TABLE "units_back" ADD CONSTRAINT "units_back_order_id_position_order_items_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_items"("order_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_order_id_position_order_items_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_items"("order_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_pictures" ADD CONSTRAINT "return_pictures_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_exchange_id_orders_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "units_back_by_line" ON "units_back" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "return_lines_by_line" ON "return_lines" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "return_pictures_by_return" ON "return_pictures" USING btree ("return_id");--> statement-breakpoint
CREATE INDEX "returns_by_order" ON "returns" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "returns_open" ON "returns" USING btree ("asked_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "returns_by_exchange" ON "returns" USING btree ("exchange_id") WHERE exchange_id is not null;--> statement-breakpoint
CREATE INDEX "refunds_by_return" ON "refunds" USING btree ("return_id") WHERE return_id is not null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_purpose" CHECK (coalesce(purpose in ('line', 'delivery', 'other', 'return') and (line is not null) = (purpose = 'line')
        and (return_id is not null) = (purpose = 'return'), line is null and return_id is null));