import { and, eq, type InferSelectModel } from 'drizzle-orm';
import { hashSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import { type emailCodes, replacedRegistrations } from './tables.ts';

type CodeRow = InferSelectModel<typeof emailCodes>;

/** Keeps a registration that is about to be replaced. Its browser may still prove that it is the right one. */
export async function keepReplaced(
  db: Pick<Database, 'insert'>,
  { email, attemptHash, fullName, passwordHash }: CodeRow,
): Promise<void> {
  if (attemptHash === null || fullName === null || passwordHash === null) return;
  await db
    .insert(replacedRegistrations)
    .values({ attemptHash, email, fullName, passwordHash })
    .onConflictDoNothing();
}

/** Returns name and password of a browser's registration, even if a later one replaced it; null if there is none. */
export async function findAttempt(
  db: Pick<Database, 'select'>,
  code: CodeRow,
  attempt: string | undefined,
): Promise<{ fullName: string | null; passwordHash: string | null } | null> {
  if (attempt === undefined) return null;
  const attemptHash = hashSecret(attempt);
  if (attemptHash === code.attemptHash) return code;
  const [replaced] = await db
    .select()
    .from(replacedRegistrations)
    .where(
      and(
        eq(replacedRegistrations.attemptHash, attemptHash),
        eq(replacedRegistrations.email, code.email),
      ),
    );
  return replaced ?? null;
}

/** Removes the replaced registrations of an address. */
export async function forgetReplaced(db: Pick<Database, 'delete'>, email: string): Promise<void> {
  await db.delete(replacedRegistrations).where(eq(replacedRegistrations.email, email));
}
