/**
 * The words of a campaign (decision 34): which advertisement, post or newsletter led to a visit. They stand in the address of
 * the page that a shopper lands on, as utm_source and so on, and are the same for everyone who follows that link.
 *
 * What names one person or one click is not read: gclid, gbraid, wbraid, dclid, fbclid, msclkid, ttclid, twclid, li_fat_id,
 * igshid, mc_eid, _hsenc, utm_id and all others.
 */

/** The words that are kept, by the end of their name in an address. */
export const CAMPAIGN_WORDS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type CampaignWord = (typeof CAMPAIGN_WORDS)[number];
/** Words that are missing are absent. */
export type Campaign = Partial<Record<CampaignWord, string>>;

/** Characters of a word that are kept. */
export const LONGEST_WORD = 100;

/** What might be a person: an email address, or a Nigerian mobile number. */
const PERSON = /@|^(\+?234|0)[789][01]\d{8}$/;

/**
 * A word as it is kept: one line without control characters and marks that turn the direction, cut at 100 characters. '' if
 * it might name a person.
 */
export function cleanWord(word: string): string {
  const line = word
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/g, '')
    .trim();
  return PERSON.test(line.replace(/[\s-]/g, '')) ? '' : [...line].slice(0, LONGEST_WORD).join('');
}

/** Reads the words in the query of an address ('?utm_source=…'). Of a word that stands there twice the last counts. */
export function readCampaign(query: string): Campaign {
  const campaign: Campaign = {};
  const parameters = new URLSearchParams(query);
  for (const name of CAMPAIGN_WORDS) {
    const word = cleanWord(parameters.getAll(`utm_${name}`).at(-1) ?? '');
    if (word) campaign[name] = word;
  }
  return campaign;
}

/** Whether there is any word. */
export const hasWords = (campaign: Campaign): boolean => Object.keys(campaign).length > 0;

/** The words in a line: 'source instagram, campaign harmattan'. */
export const campaignText = (campaign: Campaign): string =>
  CAMPAIGN_WORDS.flatMap((name) => (campaign[name] ? `${name} ${campaign[name]}` : [])).join(', ');
