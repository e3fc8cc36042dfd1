import { inArray } from 'drizzle-orm';
import * as z from 'zod';
import { accounts } from '#backend/accounts/tables.ts';
import { newAccountId, newReviewId } from '#backend/base/ids.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { countReviews } from '#backend/reviews/reviews.ts';
import { reviews } from '#backend/reviews/tables.ts';
import { slug } from '#domain/products/slug.ts';
import { readBrandFiles } from './fragrance-files.ts';

const review = z.object({
  userName: z.string(),
  rating: z.int().min(1).max(5),
  createdAt: z.iso.datetime(),
  comment: z.string(),
});
const brandFile = z.object({
  brand: z.string(),
  fragrances: z.record(z.string(), z.array(review)),
});

/** A review of a demo product. Reviews with the same `userName` are by the same invented shopper. */
export type DemoReview = z.infer<typeof review> & { productId: string };

export async function readReviews(): Promise<DemoReview[]> {
  const brands = brandFile.array().parse(await readBrandFiles('reviews'));
  return brands.flatMap(({ brand, fragrances }) =>
    Object.entries(fragrances).flatMap(([name, written]) =>
      written.map((entry) => ({ productId: slug(`${brand} ${name}`), ...entry })),
    ),
  );
}

/** Returns the address of an invented shopper. Names under .invalid never exist (RFC 2606), so it belongs to nobody. */
const emailOf = (userName: string) => `${slug(userName).replaceAll('-', '.')}@shoppers.invalid`;

/**
 * Adds reviews with the accounts of their authors, and updates the ratings of the products, which must exist. The accounts
 * have no password, so that nobody can log in to them. Reuses accounts of an earlier seed.
 */
export async function insertReviews(
  transaction: Transaction,
  written: readonly DemoReview[],
): Promise<void> {
  const oldestFirst = written.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const first = new Map<string, DemoReview>();
  for (const entry of oldestFirst) {
    if (!first.has(entry.userName)) first.set(entry.userName, entry);
  }
  await transaction
    .insert(accounts)
    .values(
      Array.from(first.values(), ({ userName, createdAt }) => ({
        id: newAccountId(),
        email: emailOf(userName),
        fullName: userName,
        createdAt: new Date(createdAt),
      })),
    )
    .onConflictDoNothing({ target: accounts.email });
  const authors = await transaction
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.email, Array.from(first.keys(), emailOf)));
  const idOf = new Map(authors.map(({ id, email }) => [email, id]));
  await transaction.insert(reviews).values(
    written.map(({ productId, userName, rating, comment, createdAt }) => {
      const accountId = idOf.get(emailOf(userName));
      if (!accountId) throw new Error(`The database returned no account of ${userName}`);
      return {
        id: newReviewId(),
        productId,
        accountId,
        rating,
        comment,
        createdAt: new Date(createdAt),
        // The demo's reviews wait for nobody.
        lookedAt: new Date(createdAt),
      };
    }),
  );
  await countReviews(transaction, [...new Set(written.map(({ productId }) => productId))]);
}
