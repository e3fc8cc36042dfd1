-- NOT VALID, written by hand: a product that a shop wrote past the import before stops no migration. New ones are checked.
ALTER TABLE "products" ADD CONSTRAINT "products_id" CHECK ("products"."id" <> '' and length("products"."id") <= 200 and octet_length("products"."id") <= 240 and "products"."id" !~ '[/\\%\u0001-\u001f\u007f-\u009f]|^\.|\.(html|br|gz)$') NOT VALID;
