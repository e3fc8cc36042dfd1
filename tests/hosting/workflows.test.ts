import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser';
import { expect, test } from 'vitest';
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

test.each(files)('%s may only read the code, and has a time limit', async (name) => {
  const { workflow } = await read(name);
  expect(workflow.permissions).toEqual({ contents: 'read' });
  for (const job of Object.values(workflow.jobs)) {
    expect(job.permissions).toBeUndefined();
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    for (const { uses, run } of job.steps) {
      if (uses) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/);
      // Tools have exact versions, and scripts contain no values of the event.
      expect(run ?? '').not.toMatch(/npx --yes [^@\s]+(\s|$)|\$\{\{/);
    }
  }
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
