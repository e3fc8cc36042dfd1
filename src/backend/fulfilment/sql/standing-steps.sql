-- The steps that were not taken back. A mistaken step is not deleted: another row says who took it back, and when.
CREATE VIEW standing_steps AS
SELECT f.id, f.order_id, f.step, f.courier, f.tracking_number, f.recorded_by, f.at, f.about FROM fulfilment_steps f
WHERE f.about IS NULL AND NOT EXISTS (SELECT FROM fulfilment_steps b WHERE b.about = f.id AND b.step = 'taken-back');
