/** 1.5 %. */
const PER_MILLE = 15;
/** ₦100, added to payments of at least ₦2,500. */
const FLAT_KOBO = 100_00;
const FLAT_FROM_KOBO = 2_500_00;
/** ₦2,000 at most. */
const CAP_KOBO = 2_000_00;

/** Paystack's fee in kobo for a local payment of `amount` kobo (paystack.com/pricing, Nigeria). */
export function localFee(amount: number): number {
  const flat = amount >= FLAT_FROM_KOBO ? FLAT_KOBO : 0;
  return Math.min(CAP_KOBO, Math.ceil((amount * PER_MILLE) / 1000) + flat);
}
