import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wireSize } from './compression.ts';
import { frameOf } from './frame.ts';

/** Returns a page as the template makes it from a merchant's texts. */
const page = (words: string[], tags: string[], link: string, script = 'go()') =>
  `<!doctype html><html><head><title>${words[0]}</title><meta name="description" content="${words}"><script>${script}</script><script type="application/ld+json">{"name":"${words}"}</script></head><body><!-- x --><h1 class="title">${words[0]}</h1>${words.map((each) => `<p>${each}</p>`).join('')}<ul>${tags.map((tag) => `<li><a href="/products?tag=${tag}" data-product="${tag}">${tag}</a></li>`).join('')}</ul><img src="${link}" alt="${words[0]}"><svg viewBox="0 0 1 1"><path fill="#abcdef" d="M0 0h1v1z"/></svg></body></html>`;

it('keeps elements, classes, drawings, scripts and the policy, and no word', () => {
  const frame = frameOf(page(['Oud'], ['rose'], '/media/1.jpg'));
  expect(frame).toContain('<script>go()</script>');
  expect(frame).toContain('<h1 class="title"></h1>');
  expect(frame).toContain('<path fill d="M0 0h1v1z">');
  expect(frame).not.toMatch(/oud|rose|media|abcdef/i);
  const policy = '<meta http-equiv="content-security-policy" content="script-src \'sha256-a\'">';
  expect(frameOf(policy)).toBe(policy);
});

it('has the same size whatever the merchant writes', () => {
  // As Astro escapes a text.
  const text = fc
    .string({ unit: 'grapheme', maxLength: 2000 })
    .map((each) => each.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`));
  const size = (html: string) => wireSize('p.html', Buffer.from(frameOf(html).padEnd(600)));
  const small = size(page(['Oud'], ['rose'], '/a'));
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 60 }),
      fc.array(text),
      text,
      (...given) => {
        expect(size(page(...given))).toBeLessThan(small + 40);
      },
    ),
  );
});
