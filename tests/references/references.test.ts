/** Every reference in sources and READMEs is valid: to the specification, a decision, a file, a heading. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const FILES = globSync(['*', '.github/**', '{public,scripts,src,tests}/**'], {
  withFileTypes: true,
})
  .filter((entry) => entry.isFile())
  .map((entry) => posix.relative('.', posix.join(entry.parentPath, entry.name)));
const SOURCES = FILES.filter(
  (file) => /\.(tsx?|astro|css|md|py|mjs)$|budgets\.json$/.test(file) && file !== 'src/spec.md',
).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const READMES = SOURCES.filter(({ file }) => file.endsWith('.md'));

/** Returns a source's text on one line, without the marks that begin a comment's lines. */
const flat = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|#|>)?\s*/g, ' ');
/** Returns the matches of an expression in all sources, each with its file. */
const found = (sources: typeof SOURCES, expression: RegExp) =>
  sources.flatMap(({ file, text }) => [...text.matchAll(expression)].map((hit) => ({ file, hit })));

const flatSources = SOURCES.map(({ file, text }) => ({ file, text: flat(text) }));

/** The specification's sections by number. */
const sections = new Map(
  readFileSync('src/spec.md', 'utf8')
    .split(/^## /m)
    .map((section) => [Number.parseInt(section, 10), section]),
);

it('spec §N is a section of src/spec.md, and a name after it is a heading or lead in that section', () => {
  const citation = /\bspec (§\d+(?:(?:,| and) §\d+)*)(?:, ([A-Z][a-z]+(?: [a-z]+)*))?/g;
  const faults = found(flatSources, citation).filter(({ hit: [, numbers = '', name] }) => {
    const cited = [...numbers.matchAll(/\d+/g)].map(([number]) => sections.get(Number(number)));
    if (!name) return cited.includes(undefined);
    const lead = new RegExp(`^### ${name}(?: \\(|$)|\\b${name}:`, 'm');
    return !cited.at(-1)?.match(lead);
  });
  expect(faults.map(({ file, hit }) => `${file}: ${hit[0]}`)).toEqual([]);
});

it('decision N is a record of src/decisions', () => {
  const records = FILES.map((file) => Number(file.match(/^src\/decisions\/(\d+)-/)?.[1]));
  const faults = found(flatSources, /\bdecisions? ((?:\d+(?:, | and )?)+)/gi).filter(
    ({ hit: [, numbers = ''] }) =>
      [...numbers.matchAll(/\d+/g)].some(([number]) => !records.includes(Number(number))),
  );
  expect(faults.map(({ file, hit }) => `${file}: ${hit[0]}`)).toEqual([]);
});

/** Returns the anchors of a README's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
  found(
    READMES.filter((readme) => readme.file === file),
    /^#+ (.+)$/gm,
  ).map(({ hit: [, heading = ''] }) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

it('a link in a README leads to a file or folder, and to a heading of it', () => {
  const links = found(READMES, /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g);
  const faults = links.filter(({ file, hit: [, path, anchor] }) => {
    const target = path ? posix.join(posix.dirname(file), path) : file;
    if (!FILES.some((other) => other === target || other.startsWith(`${target}/`))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(faults.map(({ file, hit }) => `${file}: ${hit[0].slice(1)}`)).toEqual([]);
});

const COMMENT =
  /(?<=^|[\s{])(?:\/\*[\s\S]*?\*\/|\/\/.*$)|<!--[\s\S]*?-->|^\s*# .*$|"""[\s\S]*?"""/gm;
const MENTION =
  /(?<![\w/.*{}@…-])(?:[\w.[\]-]+\/)*[\w.[\]-]+\.(?:tsx?|astro|css|md|py|mjs|sql)(?![\w/*-])/g;

/** Returns the files that a name in `file` can mean: those in the nearest folder that has any. */
function meant(name: string, file: string): string[] {
  const path = posix.normalize(name);
  let folder = posix.dirname(file);
  if (name.startsWith('.')) return FILES.filter((other) => other === posix.join(folder, path));
  for (;;) {
    const inside = FILES.filter(
      (other) =>
        (folder === '.' || other.startsWith(`${folder}/`)) && `/${other}`.endsWith(`/${path}`),
    );
    if (inside.length > 0 || folder === '.') return inside;
    folder = posix.dirname(folder);
  }
}

it('a file that a comment or README names is one file of this project or of a package', () => {
  const prose = SOURCES.map(({ file, text }) => ({
    file,
    text: file.endsWith('.md') ? text : (text.match(COMMENT) ?? []).join('\n'),
  }));
  const faults = found(prose, MENTION).flatMap(({ file, hit: [name] }) => {
    const files = meant(name, file);
    if (files.length === 0 && existsSync(`node_modules/${name}`)) return [];
    return files.length === 1 ? [] : `${file}: ${name} is ${files.join(', ') || 'nowhere'}`;
  });
  expect(faults).toEqual([]);
});
