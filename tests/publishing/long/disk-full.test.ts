import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Publication } from '#publisher/status.ts';
import { newBackend } from '../publisher.harness.ts';

const run = promisify(execFile);
/** Space for one release and its build, in MB. */
const ROOM = 24;
/** Space left for the second publication, in kB: enough to begin. */
const LEFT = 1500;

it('a full disk keeps the live site unchanged, and the status gives the reason', async () => {
  const backend = await newBackend(60);
  const folder = await mkdtemp(join(tmpdir(), 'turare-full-'));
  const node = `"${process.execPath}"`;
  const publisher = `${node} scripts/publisher/main.ts`;
  // A small disk that exists only for these commands.
  const script = `
    mount -t tmpfs -o size=${ROOM}m tmpfs "$PUBLISH_DIR"
    ${publisher} publish
    (cd "$PUBLISH_DIR/live" && find -L . -type f | sort | xargs sha256sum) > "$PUBLISH_DIR/before"
    curl -s -X POST "$API_URL/test/edit"
    dd if=/dev/zero of="$PUBLISH_DIR/filler" bs=1k 2>/dev/null
    truncate -s -${LEFT}k "$PUBLISH_DIR/filler"
    ${publisher} publish && echo PUBLISHED
    rm "$PUBLISH_DIR/filler"
    (cd "$PUBLISH_DIR/live" && find -L . -type f | sort | xargs sha256sum) | cmp - "$PUBLISH_DIR/before" && echo UNCHANGED
    ${publisher} status --json > "$PUBLISH_DIR/said"
    ${publisher} publish
    printf 'SAID %s\\n' "$(tr -d '\\n' < "$PUBLISH_DIR/said")"
    echo "LIVE $(readlink "$PUBLISH_DIR/live")"`;
  try {
    const { stdout } = await run('unshare', ['-rm', 'sh', '-c', script], {
      env: {
        ...process.env,
        PUBLISH_DIR: folder,
        API_URL: backend.url,
        SITE_URL: 'https://shop.example',
      },
    });
    expect(stdout).not.toContain('PUBLISHED');
    expect(stdout).toContain('UNCHANGED');
    const said = JSON.parse(/SAID (.*)/.exec(stdout)?.[1] ?? '{}') as { lastFailure: Publication };
    expect(said.lastFailure.reason).toMatch(/ENOSPC|No space left/);
    expect(stdout).toMatch(/LIVE releases\/000002/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
