import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignText, cleanWord, hasWords, LONGEST_WORD, readCampaign } from './campaign.ts';

describe('the words of a campaign', () => {
  it('are five, and what names a click or a person is not among them', () => {
    const query =
      '?utm_source=instagram&utm_medium=story&utm_campaign=harmattan%20sale&utm_term=oud&utm_content=a' +
      '&utm_id=7&gclid=Cj0KCQ&fbclid=IwAR0&mc_eid=ab12&ref=friend&UTM_SOURCE=other';
    expect(readCampaign(query)).toEqual({
      source: 'instagram',
      medium: 'story',
      campaign: 'harmattan sale',
      term: 'oud',
      content: 'a',
    });
  });

  it.each([
    ['ngozi@example.com', ''],
    ['0803 123 4567', ''],
    ['+2348031234567', ''],
    ['120212345678901', '120212345678901'],
    ['a\nb\tc', 'a b c'],
    ['\u202egp.exe', 'gp.exe'],
    ['half \ud800', 'half'],
    ['  ', ''],
  ])('cleans %j', (word, kept) => {
    expect(cleanWord(word)).toBe(kept);
  });

  it('are short lines, whatever the address says, and reading never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const words = Object.values(readCampaign(`?utm_source=${text}&utm_term=${text}`));
        for (const word of words) {
          expect([...word].length).toBeLessThanOrEqual(LONGEST_WORD);
          expect(word).not.toMatch(/[\p{Cc}@\u202e]/u);
          // A word that was cleaned once is clean: the server does it again.
          expect(cleanWord(word)).toBe(word.trim() && cleanWord(word));
        }
      }),
    );
  });

  it('are in one line for the merchant', () => {
    expect(campaignText({ campaign: 'harmattan', source: 'instagram' })).toBe(
      'source instagram, campaign harmattan',
    );
    expect(hasWords({})).toBe(false);
  });
});
