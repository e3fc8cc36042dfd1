/** Plain English: the package has none of these patterns of foreign prose. */
import { describe, expect, it } from 'vitest';
import { type Paragraph, paragraphsOf, readProse } from './prose.ts';

/** Longer lines are hard to read beside code. */
const LINE = 120;
/** The rule is 25 words; a longer sentence than this is never a slip of one or two. */
const SENTENCE = 32;

const sentences = (text: string) => text.split(/(?<=[.!?:;])\s+/);
const hits = (pattern: RegExp) => (paragraph: Paragraph) => [
  ...paragraph.text.matchAll(new RegExp(pattern, 'gi')),
];

/** The function that finds each pattern in a paragraph. */
const PATTERNS: Readonly<Record<string, (paragraph: Paragraph) => readonly unknown[]>> = {
  'a doc comment that begins with Of, What, Who, How many, How much or How long': (paragraph) =>
    paragraph.isDoc
      ? [...paragraph.text.matchAll(/^(Of|What|Who|How many|How much|How long)\b/g)]
      : [],
  "'is none' without 'there'": hits(/(?<!there )\bis none\b/),
  "', of which'": hits(/, of which\b/),
  "'of hers', 'of ours', 'of theirs'": hits(/\bof (hers|ours|theirs)\b/),
  "'whoever', 'therein', 'thereof'": hits(/\b(whoever|therein|thereof)\b/),
  "'stand' for being written or being there": hits(/\bstands?\b(?! (for|in for|by)\b)/),
  "'keep of' for 'keep about'": hits(/\bkeeps? of\b/),
  "'mend'": hits(/\b(mend|mends|mended)\b/),
  "'e-mail'": hits(/\be-mail\b/),
  "'letter' for an email": ({ text }) =>
    sentences(text).filter(
      (sentence) =>
        /(?<!dead )\bletters?\b(?!, digits)/i.test(sentence) &&
        /\b(e?mail|sen[dt]s?|inbox)\b/i.test(sentence),
    ),
  'a line over 120 characters': ({ lines }) => lines.filter((line) => line.length > LINE),
  'a sentence over 32 words': ({ text }) =>
    sentences(text).filter(
      (sentence) => (sentence.match(/[\p{L}\d][^\s]*/gu)?.length ?? 0) > SENTENCE,
    ),
};

describe('the whole package', () => {
  const prose = readProse();
  it.each(Object.entries(PATTERNS))('has not: %s', (_, find) => {
    const found = prose.flatMap((paragraph) =>
      find(paragraph).map(
        (hit) => `${paragraph.file}: ${Array.isArray(hit) ? paragraph.text : hit}`,
      ),
    );
    expect(found, 'Write these in another way').toEqual([]);
  });
});

describe('what is read', () => {
  const texts = (file: string, source: string) =>
    paragraphsOf(file, source).map(({ text }) => text);

  it('comments, one paragraph for each tag, without code and quotations', () => {
    const source = [
      "/** Reads `a.b` of 'two words'.",
      ' * It goes on. @param x - the first',
      ' */',
      '// One',
      '// more',
    ].join('\n');
    expect(texts('a.ts', source)).toEqual([
      'Reads code of quotation. It goes on.',
      '@param x - the first',
      'One more',
    ]);
  });

  it('Markdown without headings, tables and code', () => {
    const source = '# Head\n\nOne\nline\n- item\n\n| a | b |\n\n```\ncode of hers\n```\n> quoted\n';
    expect(texts('a.md', source)).toEqual(['One line', '- item']);
  });

  it('sentences in code and between tags', () => {
    const source =
      "const a = 'This is a sentence.'; const b = `It has $" + "{a} two words`; const c = 'key';";
    expect(texts('a.ts', source)).toEqual(['This is a sentence.', 'It has word two words']);
    expect(texts('a.astro', '---\nconst a = 1;\n---\n<p>Nothing was found here yet.</p>')).toEqual([
      'Nothing was found here yet.',
    ]);
    expect(texts('a.ts', "q('select a from b where c is null')")).toEqual([]);
  });
});
