import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import type { CatalogueMessage } from '#contract/publishing.ts';
import { listen } from '#process/listen.ts';
import { root } from '#process/root.ts';
import { publisherApp } from '#publisher/app.ts';
import { foldersOf } from '#publisher/release/folders.ts';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';

const run = promisify(execFile);
const SECRET = "a secret's $HOME of more than thirty-two characters";

/** The shell examples in the publisher's README that call it. */
async function examples(): Promise<string[]> {
  const readme = await readFile(join(root, 'src/publisher/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  return blocks.filter((block) => block.includes('$PUBLISHER_URL'));
}

const hasPrograms = await run('sh', ['-c', 'curl --version && openssl version']).then(
  () => true,
  () => false,
);

it.runIf(hasPrograms)(
  'the shell examples of the publisher’s README call it, even twice in a second',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turare-call-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const taken: CatalogueMessage[] = [];
    const follower = {
      take: async (message: CatalogueMessage) => void taken.push(message),
      rollBack: async () => ({ obeyed: Promise.resolve() }),
      resume: async () => {},
    };
    const app = publisherApp({ secret: SECRET, folders: foldersOf(folder), follower });
    const port = await freePort();
    onTestFinished(await listen(app.fetch, port, 'PORT'));
    const call = (script: string, secret = SECRET) =>
      run('sh', ['-euc', script], {
        env: {
          ...PLAIN_ENVIRONMENT,
          PUBLISHER_URL: `http://127.0.0.1:${port}/publish`,
          PUBLISHER_SECRET: secret,
        },
      });
    const scripts = await examples();
    expect(scripts).toHaveLength(2);
    for (const script of [...scripts, ...scripts]) {
      expect((await call(script)).stdout).toBe('{"taken":null}');
    }
    expect(taken).toHaveLength(4);
    for (const script of scripts) {
      await expect(call(script, 'another secret')).rejects.toMatchObject({
        stdout: expect.stringContaining('"field":"'),
      });
    }
    expect(taken).toHaveLength(4);
  },
);
