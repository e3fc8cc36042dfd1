-- Written by hand: the words of src/README.md. Processes of an earlier version cannot work on the renamed tables: stop
-- them before the first process of this one starts.
ALTER TABLE "mails" RENAME TO "emails";
--> statement-breakpoint
ALTER INDEX "mails_pkey" RENAME TO "emails_pkey";
--> statement-breakpoint
ALTER INDEX "mails_waiting" RENAME TO "emails_waiting";
--> statement-breakpoint
ALTER INDEX "mails_by_recipient" RENAME TO "emails_by_recipient";
--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "hold_expires_at" TO "reservation_expires_at";
--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "hold_extended" TO "reservation_extended";
--> statement-breakpoint
ALTER FUNCTION orders_check_step() RENAME TO orders_check_transition;
--> statement-breakpoint
ALTER TRIGGER orders_steps ON "orders" RENAME TO orders_transitions;
--> statement-breakpoint
ALTER FUNCTION catalogue_change_rings() RENAME TO notify_catalogue_changed;
--> statement-breakpoint
ALTER TRIGGER catalogue_changes_ring ON "catalogue_changes" RENAME TO catalogue_changes_notify;
