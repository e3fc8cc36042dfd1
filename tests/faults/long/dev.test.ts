import { utimes } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { freePorts } from '#scripts/test/ports.ts';
import { LIMIT_MS, PATIENCE_MS } from '../../limits.ts';
import { startNpm } from '../npm.harness.ts';

/** The ports of `npm run dev` after PORT: those of its API and its payment sandbox are the last. */
const PORTS = 10;

test('npm run dev warns about nothing, restarts the API after a change and says so', {
  timeout: 2 * LIMIT_MS,
}, async () => {
  const port = await freePorts(PORTS);
  const development = await startNpm(['run', 'dev'], '┃ Local', { PORT: String(port) });
  const api = `http://127.0.0.1:${port + 8}/api/extensions`;
  expect((await fetch(api)).status).toBe(200);
  expect(development.lines.filter((line) => /warn/i.test(line))).toEqual([]);

  const said = development.lines.length;
  const now = new Date();
  // A new time is a change for Node, and none for git.
  await utimes('src/backend/http/handlers.ts', now, now);
  const since = () => development.lines.slice(said).join('\n');
  const began = performance.now();
  await vi.waitFor(() => expect(since()).toMatch(/Restarting .*\bapi\.ts[\s\S]*Opening the API/), {
    timeout: PATIENCE_MS,
    interval: 50,
  });
  await vi.waitFor(async () => expect((await fetch(api)).status).toBe(200), {
    timeout: PATIENCE_MS,
    interval: 50,
  });
  console.log(`The API was back after ${Math.round(performance.now() - began)} ms.`);
  expect((await fetch(`http://127.0.0.1:${port}/api/extensions`)).status).toBe(200);
  await development.stop();
});
