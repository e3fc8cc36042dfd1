import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Machine } from './place.ts';

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

/** Runs work as this user, and is root again afterwards: PostgreSQL knows a role by the user who connects. */
export async function asUser<T>(user: User | null, work: () => Promise<T>): Promise<T> {
  if (!user) return work();
  process.setegid?.(user.gid);
  process.seteuid?.(user.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** A user by name, as root can become it; null if there is none, or if this process is not root's. */
export async function userNamed(name: string): Promise<User | null> {
  if (process.getuid?.() !== 0) return null;
  const id = (which: '-u' | '-g') => promisify(execFile)('id', [which, name]);
  try {
    const [uid, gid] = await Promise.all([id('-u'), id('-g')]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}
