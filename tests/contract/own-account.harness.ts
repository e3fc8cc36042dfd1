import { shopFacts } from '#config/shop.ts';

/** Gives the shop of this test file an account for transfers: three days, up to ₦100,000. @returns what takes it away. */
export function openOwnAccount(): () => void {
  const facts = shopFacts();
  facts.bankAccount = {
    bank: 'First Bank of Nigeria',
    number: '3012345678',
    name: 'TURARE LIMITED',
    days: 3,
    most: 100_000,
  };
  return () => {
    facts.bankAccount = null;
  };
}
