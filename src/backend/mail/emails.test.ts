import { expect, it } from 'vitest';
import { shop } from '#config/shop.ts';
import { seller } from './closing.ts';
import { EMAILS } from './emails.harness.ts';

/** Returns the words of an email's HTML, as a reader sees them. */
const wordsOf = (html: string) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** Returns the words without line breaks, and without the colon between a name and its value. */
const alike = (text: string) =>
  text
    .replace(/:(?=\s|$)/g, ' ')
    .replace(/\s+([.,])/g, '$1')
    .split(/\s+/)
    .filter(Boolean);

it.each(Object.entries(EMAILS))('%s: plain text and HTML say the same', (_, email) => {
  // The HTML begins with the shop's name, and hides the address of a link behind its words.
  const text = `${shop.name} ${email.text.replace(/: https:\S+/g, '')}`;
  expect(alike(wordsOf(email.html))).toEqual(alike(text));
  const links = [...email.html.matchAll(/href="(https:[^"]*)"/g)].map(([, href]) => href);
  expect([...email.text.matchAll(/https:\S+/g)].map(([href]) => href)).toEqual(links);
});

it('a line break that a customer typed forges no line', () => {
  const { text = '' } = EMAILS['merchant: order paid'] ?? {};
  expect(text.split('\n').filter((line) => line.startsWith('Total paid'))).toEqual([
    'Total paid: ₦1,453,500.50',
  ]);
});

it.each(Object.entries(EMAILS))(
  '%s: a complete page that loads pictures of the shop alone',
  (_, email) => {
    const { html } = email;
    expect(html).toMatch(/^<!doctype html>\s*<html lang="en-NG">/);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script|<link|url\(|@import/);
    for (const [, source] of html.matchAll(/<img [^>]*src="([^"]*)/g)) {
      expect(source).toMatch(/^https:\/\/shop\.example\/media\//);
    }
    expect(html).not.toContain('<b>');
    expect(email.text).toContain(seller());
    for (const [, size] of html.matchAll(/font:(?:normal )?(\d+)px/g)) {
      expect(Number(size)).toBeGreaterThanOrEqual(16);
    }
    for (const [, words] of html.matchAll(/<a [^>]*>(.*?)<\/a>/g)) {
      expect(words).not.toMatch(/^(here|click|link)\b/i);
    }
  },
);

it('what is to be done is a button, and what was bought has its picture', () => {
  const { html = '', text = '' } = EMAILS['order paid'] ?? {};
  expect(html.match(/class="button" href="[^"]+" [^>]+>See your order #/g)).toHaveLength(1);
  expect(html.match(/<img [^>]*alt="" width="48" height="60"/g)).toHaveLength(1);
  expect(text).not.toContain('/media/');
  // A link within a sentence stays a link.
  expect(html).toMatch(/class="link" [^>]+>Returns and refunds/);
});
