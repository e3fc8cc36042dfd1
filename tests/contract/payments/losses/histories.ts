import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededChoice } from '#demo/seeded-choice.ts';
import { ROUNDS } from '../../../rounds.ts';
import { SEED } from '../../../seed.ts';
import { rest, settle } from './end.ts';
import { faultsOf } from './faults.ts';
import { live } from './life.ts';
import { openScene, type Scene } from './scene.ts';

/** Shops that live through histories side by side: while one waits for its database, another continues. */
const SCENES = Math.min(3, Math.ceil(ROUNDS.lossHistories / 20));

/**
 * Tests every second history, from `first`: two test files use two processors. They are short random histories of a
 * shop that loses its database's last moments, against two providers that forget nothing. Whatever is restored or
 * promoted in between, each payment has one order, waits for the merchant, or has gone back. Nothing is refunded twice.
 * Once she has settled what waits, the books agree with theirs.
 */
export function testHistories(first: 0 | 1): void {
  const scenes: Scene[] = [];
  beforeAll(async () => {
    for (let count = 0; count < SCENES; count++) scenes.push(await openScene());
  });
  afterAll(async () => {
    for (const scene of scenes) await scene.close();
  });

  const count = Math.ceil((ROUNDS.lossHistories - first) / 2);
  const which = first === 0 ? 'even' : 'odd';
  test(`${count} random histories with restores and promotions, the ${which} ones: every naira has its place (seed ${SEED})`, {
    timeout: 60_000 + count * 3000,
  }, async () => {
    const began = performance.now();
    const seen = new Map<string, number>();
    let next = first;
    await Promise.all(
      scenes.map(async (scene) => {
        while (next < ROUNDS.lossHistories) {
          const number = next;
          next += 2;
          await playHistory(scene, number, seen);
        }
      }),
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const kinds = JSON.stringify(Object.fromEntries([...seen].sort()));
    console.log(`${count} histories of losses in ${seconds} s: ${kinds}`);
    expect(seen.get('restore')).toBeGreaterThan(0);
  });
}

async function playHistory(scene: Scene, number: number, seen: Map<string, number>): Promise<void> {
  await scene.beginAgain();
  const happened: string[] = [];
  // Prints the words even when an event throws.
  const words = () =>
    `history ${number} of seed ${SEED}, which is the first one of seed ${SEED + number}:\n${happened.join('\n')}`;
  try {
    const life = await live(scene, seededChoice(SEED + number), happened);
    await rest(scene);
    const faults = await faultsOf(scene, life, 'at rest');
    await settle(scene, life);
    faults.push(...(await faultsOf(scene, life, 'settled')));
    for (const [kind, times] of life.seen) seen.set(kind, (seen.get(kind) ?? 0) + times);
    expect([...new Set(faults)]).toEqual([]);
  } catch (cause) {
    throw new Error(words(), { cause });
  }
}
