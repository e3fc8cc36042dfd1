/**
 * Compression dictionaries (RFC 9842, decision 31). A page's form `dcz` is Zstandard with the dictionary of its release. Its
 * file name has the dictionary's hash, so that a server that finds the file can answer with it, whatever is swapped meanwhile.
 */

/** Dictionaries of releases, each named after its hash. */
export const DICTIONARY_FOLDER = '/dictionaries/';

/** A release's dictionary. */
export interface Dictionary {
  /** The SHA-256 of its bytes in base64, as browsers name it. */
  sha256: string;
}

/** 64 bits name a dictionary among those of one site. */
const nameOf = ({ sha256 }: Dictionary) =>
  Buffer.from(sha256, 'base64').subarray(0, 8).toString('hex');

/** The dictionary's path in the site. As plain text no browser shows it as a page. */
export const dictionaryPath = (dictionary: Dictionary) =>
  `${DICTIONARY_FOLDER}${nameOf(dictionary)}.txt`;

/** The ending of a page's form `dcz`, after `.html`. */
export const deltaSuffix = (dictionary: Dictionary) => `.${nameOf(dictionary)}.dcz`;

const DICTIONARY = /^\/?dictionaries\/([0-9a-f]{16})\.txt$/;

/** The same ending, by the path of a dictionary; undefined for any other file. */
export function deltaSuffixAt(path: string): string | undefined {
  const [, name] = DICTIONARY.exec(path) ?? [];
  return name && `.${name}.dcz`;
}

/** Whether a file is some page's form `dcz`. */
export const isDelta = (path: string) => path.endsWith('.dcz');

/** The first bytes of every `dcz`; the dictionary's hash follows (RFC 9842, section 5). */
export const DCZ_MAGIC = Buffer.from('5e2a4d1820000000', 'hex');

/**
 * The header of a dictionary's answer: it is for pages. Files with a hash in their name never change, and answers of the API
 * are never compressed.
 */
export const USE_AS_DICTIONARY = 'match="/*", match-dest=("document")';

/** On what the answer for a page with a dictionary depends: its form, and whether it names the dictionary. */
export const PAGE_VARIES = 'Accept-Encoding, Available-Dictionary, Save-Data';

/** The header `Link` of a page, by which browsers fetch the dictionary when they are idle. */
export const dictionaryLink = (dictionary: Dictionary) =>
  `<${dictionaryPath(dictionary)}>; rel="compression-dictionary"`;

/** The dictionary that a client has, by its header `Available-Dictionary`; null for none and for what is not a SHA-256. */
export function availableDictionary(header: string | undefined): Dictionary | null {
  const [, sha256 = ''] = /^\s*:([A-Za-z0-9+/]{43}=):\s*$/.exec(header ?? '') ?? [];
  // The last digit has two bits too many. They are zero, or the text is no encoding of 32 bytes.
  return sha256 && Buffer.from(sha256, 'base64').toString('base64') === sha256 ? { sha256 } : null;
}

/** Whether a client wants to save data. It is not offered a dictionary, which may save nothing. */
export const savesData = (header: string | undefined) => /^\s*on\b/i.test(header ?? '');
