/** The English of the repository: the paragraphs of comments, Markdown and texts for people, without code and quotations. */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A paragraph as one line of text. */
export interface Paragraph {
  file: string;
  /** Its lines as in the file; none for a text in code. */
  lines: readonly string[];
  text: string;
  /** Whether it begins a doc comment. */
  isDoc: boolean;
}

/** Words of the specification, of the demo's perfumes and of a screen reader, and a list of brands. */
const NOT_OURS =
  /^(src\/spec\.md|src\/demo\/(fragrances|reviews)\b.*|tests\/a11y\/heard\/.*\.md|src\/backend\/products\/files\/understanding\/cells\/brands\.ts)$/;
const COMMENT = /(?<=^|[\s{])\/\*[\s\S]*?\*\/|(?<=^|[\s{])\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;
/** The fewest words of a sentence in code. Fewer are a name, a key or a label. */
const SENTENCE_WORDS = 4;

/** Reads all paragraphs of this package. Run it from the package's folder. */
export function readProse(): Paragraph[] {
  return globSync(['*.md', '.github/**/*.md', '{scripts,src,tests}/**/*.{ts,tsx,astro,css,md}'])
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !NOT_OURS.test(file))
    .toSorted()
    .flatMap((file) => paragraphsOf(file, readFileSync(file, 'utf8')));
}

/** Returns the paragraphs of one file. */
export function paragraphsOf(file: string, source: string): Paragraph[] {
  if (file.endsWith('.md')) return markdownOf(source).map((lines) => paragraph(file, lines));
  const comments = [...source.matchAll(COMMENT)].flatMap(([comment]) => commentOf(file, comment));
  const texts = /\.(test|spec|harness)\.|\.css$/.test(file) ? [] : textsOf(file, source);
  return [
    ...comments,
    ...texts.map((text) => ({ file, lines: [], text: plain(text), isDoc: false })),
  ];
}

const paragraph = (file: string, lines: readonly string[], isDoc = false): Paragraph => ({
  file,
  lines,
  text: plain(lines.map((line) => line.trim()).join(' ')),
  isDoc,
});

/** Returns text with a word in place of each piece of code, link or quotation. */
function plain(text: string): string {
  return text
    .replace(/`[^`]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\S+/g, 'address')
    .replace(/(?<![\p{L}\d])'[^']+?'(?![\p{L}\d])|“[^”]*”|"[^"]*"/gu, 'quotation');
}

/** Returns a comment's paragraphs. Each tag such as `@param` and each item of a list begins one. */
function commentOf(file: string, comment: string): Paragraph[] {
  const lines = comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(\*|\/\/)?\s?/, ''));
  const isDoc = comment.startsWith('/**');
  return blocks(
    lines
      .map((line) => line.replace(/\s(?=@[a-z]+\b)/g, '\n'))
      .join('\n')
      .split('\n'),
  ).map((block, index) => paragraph(file, block, isDoc && index === 0));
}

/** Returns paragraphs and items of Markdown, without code, tables, headings and quotations. */
function markdownOf(source: string): string[][] {
  const lines = source.replace(/^```[\s\S]*?^```|<!--[\s\S]*?-->/gm, '').split('\n');
  return blocks(lines.map((line) => (/^\s*(\||#|>)/.test(line) ? '' : line)));
}

/** Returns the lines between empty ones. An item of a list or a tag is a separate block. */
function blocks(lines: readonly string[]): string[][] {
  const found: string[][] = [];
  let open: string[] | undefined;
  for (const line of lines) {
    if (!line.trim()) open = undefined;
    else if (open && !/^\s*([-*]|\d+\.|@[a-z]+)\s/.test(line)) open.push(line);
    else {
      open = [line];
      found.push(open);
    }
  }
  return found;
}

/** Returns the sentences in code: strings, templates and text between tags. */
function textsOf(file: string, source: string): string[] {
  const isAstro = file.endsWith('.astro');
  const kind = file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  const code = isAstro ? source.replace(/^---[\s\S]*?^---/m, '') : source;
  const texts: string[] = [];
  const read = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) {
      texts.push(
        [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('word'),
      );
    } else if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) texts.push(node.text);
    ts.forEachChild(node, read);
  };
  read(
    ts.createSourceFile(file, isAstro ? `<>${code}</>` : code, ts.ScriptTarget.Latest, false, kind),
  );
  return texts.filter((text) => isSentence(text)).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** Whether a text is for a person: several words, and no SQL, markup or selector. */
const isSentence = (text: string) =>
  (text.match(/(?<=^|\s)[\p{L}’']+(?=[\s,.;:!?]|$)/gu)?.length ?? 0) >= SENTENCE_WORDS &&
  !/[<>{}=]|::|\b(select|insert into|update .* set|delete from|from .* where)\b|--|\$\d/.test(text);
