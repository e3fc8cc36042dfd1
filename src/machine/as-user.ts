import { stat } from 'node:fs/promises';
import process from 'node:process';
import type { Machine } from './place.ts';
import { run } from './run.ts';

/** A user of the system. */
interface User {
  uid: number;
  gid: number;
}

/** Whom the shop's files belong to. Null where nothing has to change: this process is not root's, or they are root's. */
export async function ownerOf({ dataDir }: Pick<Machine, 'dataDir'>): Promise<User | null> {
  if (process.getuid?.() !== 0) return null;
  const { uid, gid } = await stat(dataDir).catch(() => ({ uid: 0, gid: 0 }));
  return uid === 0 ? null : { uid, gid };
}

/** Goes on as this user for ever. What needs no root gets none. */
export function become(user: User | null): void {
  if (!user) return;
  process.setgroups?.([user.gid]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
}

/**
 * Runs work as this user and changes back afterwards: PostgreSQL knows a role by the user who connects. Only root
 * may change the user, so each change goes through root.
 */
export async function asUser<T>(user: User | null, work: () => Promise<T>): Promise<T> {
  if (!user) return work();
  const before = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
  change(user);
  try {
    return await work();
  } finally {
    change(before);
  }
}

/** Runs work as the owner of the shop's data. */
export const asOwner = async <T>(dataDir: string, work: () => Promise<T>): Promise<T> =>
  asUser(await ownerOf({ dataDir }), work);

function change({ uid, gid }: User): void {
  process.seteuid?.(0);
  process.setegid?.(gid);
  process.seteuid?.(uid);
}

/** A user by name, as root can become it; null if there is none, or if this process is not root's. */
export async function userNamed(name: string): Promise<User | null> {
  if (process.getuid?.() !== 0) return null;
  const id = (which: '-u' | '-g') => run('id', [which, name]);
  try {
    const [uid, gid] = await Promise.all([id('-u'), id('-g')]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}
