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

/**
 * Lets shoppers pay on delivery in Lagos – Ikeja, up to ₦100,000. Call it as above. @returns what takes it away.
 * @param deposit - whether the delivery fee is paid before.
 */
export function openDoor(deposit = false): () => void {
  shopFacts().payOnDelivery = { places: ['Lagos – Ikeja'], most: 100_000, deposit };
  return () => {
    shopFacts().payOnDelivery = null;
  };
}
