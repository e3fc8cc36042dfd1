import { shopFacts } from '#config/shop.ts';

/**
 * Gives the shop an account for transfers: three days, up to ₦100,000. Call it after each start of a backend, which reads
 * the facts anew. @returns what takes it away.
 */
export function openOwnAccount(): () => void {
  shopFacts().bankAccount = {
    bank: 'First Bank of Nigeria',
    number: '3012345678',
    name: 'TURARE LIMITED',
    days: 3,
    most: 100_000,
  };
  return () => {
    shopFacts().bankAccount = null;
  };
}

/** Lets shoppers pay on delivery in Lagos – Ikeja, up to ₦100,000. As above. @returns what takes it away. */
export function openDoor(): () => void {
  shopFacts().payOnDelivery = { places: ['Lagos – Ikeja'], most: 100_000 };
  return () => {
    shopFacts().payOnDelivery = null;
  };
}
