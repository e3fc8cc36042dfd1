import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '#process/root.ts';
import { siteSchema } from '#publisher/site-settings.ts';

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Workflow {
  on: Record<string, { types?: string[] } | null>;
  permissions: Record<string, string>;
  concurrency: { group: string; 'cancel-in-progress': boolean };
  jobs: Record<
    string,
    {
      'timeout-minutes': number;
      env?: Record<string, string>;
      steps: Step[];
      permissions?: unknown;
      strategy?: { matrix: { os?: string[]; include?: { os: string; part: string }[] } };
    }
  >;
}

const folder = join(root, '.github/workflows');
const read = async (file: string) => {
  const content = await readFile(join(folder, file), 'utf8');
  return { content, workflow: parse(content) as Workflow };
};
const files = await readdir(folder);

test.each(files)('%s is valid for GitHub’s own parser', async (name) => {
  const { content } = await read(name);
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map((error) => error.message)).toEqual([]);
  expect(value).toBeDefined();
  if (!value) return;
  const template = await convertWorkflowTemplate(context, value);
  expect(template.errors ?? []).toEqual([]);
  expect(template.jobs.length).toBeGreaterThan(0);
});

/** The permissions of a workflow's job beside reading the code. */
const MAY: Record<string, Record<string, string>> = {
  'release.yml image': { contents: 'read', packages: 'write' },
  'release.yml release': {
    attestations: 'write',
    contents: 'write',
    'id-token': 'write',
    packages: 'write',
  },
};

test.each(files)('%s has only the necessary permissions, and a time limit', async (file) => {
  const { workflow } = await read(file);
  expect(workflow.permissions).toEqual({ contents: 'read' });
  for (const [name, job] of Object.entries(workflow.jobs)) {
    expect(job.permissions).toEqual(MAY[`${file} ${name}`]);
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    for (const { run } of job.steps) {
      // Tools have exact versions, and scripts contain no values of the event.
      expect(run ?? '').not.toMatch(/npx --yes [^@\s]+(\s|$)|\$\{\{/);
    }
  }
});

test('every action is pinned by its commit, with its version beside it, and one version of each is used', async () => {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    const { content } = await read(file);
    for (const [, line = ''] of content.matchAll(/^\s*(?:- )?uses: (.*)$/gm)) {
      expect(line).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      const [action = '', version = ''] = line.split('@');
      used.set(action, (used.get(action) ?? new Set()).add(version));
    }
  }
  expect(used.size).toBeGreaterThan(4);
  for (const [action, versions] of used) expect([action, ...versions]).toHaveLength(2);
});

test('release.yml releases only the version of its tag, and runs package scripts only without its key', async () => {
  const { workflow } = await read('release.yml');
  expect(Object.keys(workflow.on)).toEqual(['push']);
  const { archive, release, ...others } = workflow.jobs;
  const check = archive?.steps.find(({ env }) => env?.TAG !== undefined)?.run ?? '';
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const matches = (tag: string) =>
    spawnSync('bash', ['-c', check], { cwd: root, env: { ...process.env, TAG: tag } }).status;
  expect(matches(`v${version}`)).toBe(0);
  expect(matches(`v${version}1`)).toBe(1);
  expect(JSON.stringify([archive, others])).not.toContain('RELEASE_KEY');
  for (const { env, run } of release?.steps ?? []) {
    if (env?.RELEASE_KEY) expect(run).not.toMatch(/\bnp[mx] /);
  }
  // Both systems with archives, and the image.
  const systems = ['ubuntu-24.04', 'ubuntu-24.04-arm'];
  expect(archive?.strategy?.matrix.os).toEqual(systems);
  expect(others.image?.strategy?.matrix.os).toEqual(systems);
});

test('release notes are the version’s part of the change log', async () => {
  const { workflow } = await read('release.yml');
  const publish = workflow.jobs.release?.steps.find(({ run }) => run?.includes('notes.md'))?.run;
  const [, awk = ''] = /^\s*(awk .*)$/m.exec(publish ?? '') ?? [];
  const { stdout } = spawnSync('bash', ['-c', awk], {
    cwd: root,
    env: { ...process.env, TAG: 'v1.0.0-rc.1' },
    encoding: 'utf8',
  });
  expect(stdout).toContain('### What you must do');
  expect(stdout).not.toMatch(/^## /m);
});

test.each([
  ['v1.0.0', false],
  ['v1.0.0-rc.1', true],
])('release.yml publishes %s as a pre-release: %s', async (tag, expected) => {
  const { workflow } = await read('release.yml');
  const publish = workflow.jobs.release?.steps.find(({ run }) => run?.includes('notes.md'))?.run;
  const [, create = ''] = /^\s*(gh release create .*)$/m.exec(publish ?? '') ?? [];
  const { stdout } = spawnSync('bash', ['-ec', `gh() { echo "$@"; }; ${create}`], {
    env: { ...process.env, TAG: tag },
    encoding: 'utf8',
  });
  expect(stdout).toContain(`release create ${tag} `);
  expect(stdout.includes(' --prerelease ')).toBe(expected);
});

test('publish.yml runs after a change, on a schedule, after a push and by hand; one at a time, none cancelled', async () => {
  const { workflow } = await read('publish.yml');
  expect(Object.keys(workflow.on).sort()).toEqual([
    'push',
    'repository_dispatch',
    'schedule',
    'workflow_dispatch',
  ]);
  expect(workflow.on.repository_dispatch?.types).toEqual(['catalogue-changed']);
  expect(workflow.concurrency).toEqual({ group: 'publish', 'cancel-in-progress': false });
});

test('publish.yml passes every setting of the site’s build, and the README of hosting names them', async () => {
  const { workflow } = await read('publish.yml');
  const settings = Object.keys(siteSchema.shape);
  const passed = Object.fromEntries(settings.map((name) => [name, `\${{ vars.${name} }}`]));
  expect(workflow.jobs.build?.env).toEqual(passed);
  const readme = await readFile(join(root, 'src/server/README.md'), 'utf8');
  for (const name of settings) expect(readme).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\|$`, 'm'));
});

test('publish.yml runs packages of the registry only in jobs without secrets', async () => {
  const { workflow } = await read('publish.yml');
  const { build, ...hosts } = workflow.jobs;
  expect(JSON.stringify(build)).not.toContain('secrets.');
  for (const job of Object.values(hosts)) {
    expect(job.steps.some(({ run }) => /npm (ci|run|test)/.test(run ?? ''))).toBe(false);
  }
});

test('test.yml starts the shop and tests it on Linux, macOS and Windows, and everything on Linux', async () => {
  const { workflow } = await read('test.yml');
  const { start, test } = workflow.jobs;
  const system = (os: string) => os.split('-')[0];
  const started = start?.strategy?.matrix.os ?? [];
  const tested = test?.strategy?.matrix.include ?? [];
  const systems = ['macos', 'ubuntu', 'windows'];
  expect([...new Set(started.map(system))].sort()).toEqual(systems);
  expect([...new Set(tested.map(({ os }) => system(os)))].sort()).toEqual(systems);
  expect(tested).toContainEqual({ os: expect.stringMatching(/^ubuntu-/), part: '' });
});

/** Starts a registry of packages that knows one vulnerability. */
async function registryWith(severity: string): Promise<string> {
  const server = createServer((request, answer) => {
    const asked = request.url === '/-/npm/v1/security/advisories/bulk';
    const flaw = {
      ...{ id: 1, url: 'https://advisories.example/1', title: 'A flaw', severity },
      ...{ vulnerable_versions: '*', cwe: [], cvss: { score: 0, vectorString: null } },
    };
    request.resume().once('end', () => {
      answer.statusCode = asked ? 200 : 404;
      answer.end(JSON.stringify(asked ? { hono: [flaw] } : {}));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('nightly.yml fails if a package has a high vulnerability, or if the check fails', async () => {
  const { workflow } = await read('nightly.yml');
  const command = workflow.jobs.audit?.steps.find(({ run }) => run?.startsWith('npm audit'))?.run;
  const audit = async (registry: string) => {
    // npm caches what it was told about a vulnerability.
    const cache = await mkdtemp(join(tmpdir(), 'turare-npm-'));
    onTestFinished(() => rm(cache, { recursive: true, force: true }));
    const child = spawn('bash', ['-c', command ?? 'false'], {
      cwd: root,
      env: {
        ...process.env,
        npm_config_registry: registry,
        npm_config_cache: cache,
        npm_config_fetch_retries: '0',
      },
    });
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { said, code: code as number };
  };
  expect(await audit(await registryWith('high'))).toEqual({
    said: expect.stringContaining('A flaw - https://advisories.example/1'),
    code: 1,
  });
  expect((await audit(await registryWith('moderate'))).code).toBe(0);
  expect((await audit('http://127.0.0.1:9/')).code).not.toBe(0);
});
