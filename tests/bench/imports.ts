import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, startCluster } from '#backend/db/cluster/cluster.ts';
import { connect } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { answerImport, startImport, undoImport } from '#backend/products/files/jobs/imports.ts';
import { receiveUpload } from '#backend/products/files/jobs/upload.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { startApi } from '../faults/api-process.ts';

/**
 * Measures a shopper's longest wait while a file is read and compared, imported and undone, and without an import. She
 * requests a product and a list of products every 20 ms. One API process; a separate PostgreSQL:
 *   node tests/bench/imports.ts [rows] [own|list]
 * `own`: a file with the shop's columns, which is read row by row. `list`: a merchant's list, which is in memory as a
 * whole.
 */
const rows = Number(process.argv[2] ?? 250_000);
const kind = process.argv[3] === 'own' ? 'own' : 'list';
const EVERY_MS = 20;
const ALONE_MS = 30_000;
const ACTOR: Actor = { name: 'Bench', role: 'owner' };

const dataDir = await mkdtemp(join(tmpdir(), 'turare-bench-'));
const cluster = await startCluster({ dataDir });
await migrate(cluster.url);
const { db, pool, close } = connect(cluster.url);
await writeCatalogue(db, (transaction) =>
  insertProducts(
    transaction,
    Array.from({ length: 500 }, (_, at) => ({
      row: { id: `known-${at}`, name: `Known ${at}`, priceKobo: 1_000_000, stock: 9 },
      pictures: [],
    })),
  ),
);
const api = await startApi(await freePort(), { DATABASE_URL: cluster.url, DATA_DIR: dataDir });

async function* file() {
  yield kind === 'own' ? 'id,name,brand,price,stock\n' : 'Perfume,Brand,Price,Qty\n';
  for (let at = 0; at < rows; at++) {
    yield `${kind === 'own' ? `new-${at},` : ''}Oud ${at},Kano,${10_000 + (at % 900)},5\n`;
  }
}
async function* bytes() {
  let text = '';
  for await (const line of file()) {
    text += line;
    if (text.length < 60_000) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

const table: Record<string, Record<string, number>> = {};

/** Makes the shopper send requests until `work` has ended, and records her waits. */
async function shopping(phase: string, work: () => Promise<unknown>): Promise<void> {
  const waits: number[] = [];
  const begun = performance.now();
  let working = true;
  const ended = work().finally(() => {
    working = false;
  });
  for (let at = 0; working; at++) {
    const asked = performance.now();
    const answer = await fetch(`${api.url}/api/product${at % 2 ? '/known-7' : ''}`);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The answer was ${answer.status}`);
    const wait = performance.now() - asked;
    waits.push(wait);
    await pause(Math.max(0, EVERY_MS - wait));
  }
  await ended;
  waits.sort((one, other) => one - other);
  table[phase] = {
    seconds: Math.round((performance.now() - begun) / 100) / 10,
    requests: waits.length,
    'median ms': Math.round(waits[waits.length >> 1] ?? 0),
    'p99 ms': Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0),
    'longest ms': Math.round(waits.at(-1) ?? 0),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
  console.log(phase, JSON.stringify(table[phase]));
}

const seen = async (id: string) => {
  const { rows: found } = await pool.query('select * from imports where id = $1', [id]);
  return found[0] as { state: string; version: number; trouble: string | null; view: unknown };
};
async function reaches(id: string, state: string): Promise<void> {
  for (;;) {
    const now = await seen(id);
    if (now.state === state) return;
    if (now.state === 'failed') throw new Error(now.trouble ?? 'failed');
    await pause(200);
  }
}
const taken = (result: { ok: boolean }) => {
  if (!result.ok) throw new Error(JSON.stringify(result));
};

try {
  for (let at = 0; at < 200; at++) await (await fetch(`${api.url}/api/product`)).arrayBuffer();
  await shopping('alone', () => pause(ALONE_MS));
  let id = '';
  await shopping('received and read', async () => {
    const received = await receiveUpload(db, bytes(), { fileName: 'bench.csv', actor: ACTOR });
    if (!received.ok) throw new Error(received.refusal.message);
    id = received.value;
    await reaches(id, 'asking');
  });
  if (kind === 'list') {
    await shopping('answered and read', async () => {
      const { version } = await seen(id);
      taken(await answerImport(db, id, { actor: ACTOR, version, answers: { currency: 'NGN' } }));
      await reaches(id, 'asking');
    });
  }
  await shopping('imported', async () => {
    taken(await startImport(db, id, { actor: ACTOR, version: (await seen(id)).version }));
    await reaches(id, 'done');
  });
  await shopping('alone, with the products', () => pause(ALONE_MS));
  await shopping('undone', async () => {
    taken(await undoImport(db, id, { actor: ACTOR }));
    await reaches(id, 'undone');
  });
  console.log(`${rows} rows (${kind}), ${cpus().length} cores; milliseconds that a shopper waits:`);
  console.table(table);
} finally {
  await api.stop();
  await close();
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
