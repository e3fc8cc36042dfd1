/**
 * The words of a campaign (decision 34): which advertisement, post or newsletter led to a visit. They are in the
 * address of the page that a shopper lands on (utm_source and so on). Everyone who follows that link has the same ones.
 *
 * Parameters that identify one person or one click are not read: gclid, gbraid, wbraid, dclid, fbclid, msclkid, ttclid,
 * twclid, li_fat_id, igshid, mc_eid, _hsenc, utm_id and all others.
 */

/** The words that are kept, by the end of their name in an address. */
export const CAMPAIGN_WORDS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type CampaignWord = (typeof CAMPAIGN_WORDS)[number];
/** Words that are missing are absent. */
export type Campaign = Partial<Record<CampaignWord, string>>;

/** The most characters that are kept of a word. */
export const LONGEST_WORD = 100;

/** Words that might identify a person: an email address, or a Nigerian mobile number. */
const PERSON = /@|^(\+?234|0)[789][01]\d{8}$/;

/**
 * Returns a word as it is kept: one line of at most 100 characters, without control characters and direction marks.
 * Empty if it might identify a person.
 */
export function cleanWord(word: string): string {
  const line = word
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g, '')
    .trim();
  return PERSON.test(line.replace(/[\s-]/g, '')) ? '' : [...line].slice(0, LONGEST_WORD).join('');
}

/** Reads the words in the query of an address ('?utm_source=…'). If a word is there twice, the last one counts. */
export function readCampaign(query: string): Campaign {
  const campaign: Campaign = {};
  const parameters = new URLSearchParams(query);
  for (const name of CAMPAIGN_WORDS) {
    const word = cleanWord(parameters.getAll(`utm_${name}`).at(-1) ?? '');
    if (word) campaign[name] = word;
  }
  return campaign;
}

/** Whether a campaign has any word. */
export const hasWords = (campaign: Campaign): boolean => Object.keys(campaign).length > 0;

/** Returns the words in one line: 'source instagram, campaign harmattan'. */
export const campaignText = (campaign: Campaign): string =>
  CAMPAIGN_WORDS.flatMap((name) => (campaign[name] ? `${name} ${campaign[name]}` : [])).join(', ');
