import { expect, it } from 'vitest';
import { shop } from '#config/shop.ts';
import { SELLER } from './closing.ts';
import { LETTERS } from './emails.harness.ts';

/** The words of a letter's HTML, as they are read. */
const wordsOf = (html: string) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** Alike but for line breaks and for the colon between a name and its value. */
const alike = (text: string) =>
  text
    .replace(/:(?=\s|$)/g, ' ')
    .replace(/\s+([.,])/g, '$1')
    .split(/\s+/)
    .filter(Boolean);

it.each(Object.entries(LETTERS))('%s: plain text and HTML say the same', (_, letter) => {
  // The HTML has the shop's name at its top, and a link's address behind its words.
  const text = `${shop.name} ${letter.text.replace(/: https:\S+/g, '')}`;
  expect(alike(wordsOf(letter.html))).toEqual(alike(text));
  const links = [...letter.html.matchAll(/href="(https:[^"]*)"/g)].map(([, href]) => href);
  expect([...letter.text.matchAll(/https:\S+/g)].map(([href]) => href)).toEqual(links);
});

it.each(Object.entries(LETTERS))('%s: one page of its own, with nothing to fetch', (_, letter) => {
  const { html } = letter;
  expect(html).toMatch(/^<!doctype html>\s*<html lang="en-NG">/);
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  expect(html).not.toMatch(/<img|<script|<link|url\(|@import/);
  expect(html).not.toContain('<b>');
  expect(letter.text).toContain(SELLER);
  for (const [, size] of html.matchAll(/font:(?:normal )?(\d+)px/g)) {
    expect(Number(size)).toBeGreaterThanOrEqual(16);
  }
  for (const [, words] of html.matchAll(/<a [^>]*>(.*?)<\/a>/g)) {
    expect(words).not.toMatch(/^(here|click|link)\b/i);
  }
});
