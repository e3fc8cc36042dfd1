import type { Call } from './calls.ts';

/** An answer on its way out. */
export interface Answer {
  status: number;
  /** The body, sent as JSON. */
  body: unknown;
  /** The text sent in place of the JSON. */
  text?: string;
  /** The media type. */
  type: string;
  /** Milliseconds to wait before it is sent. */
  delayMs?: number;
  /** Whether the connection breaks in place of an answer. */
  broken?: true;
  /** Whether no page of another origin may read it (CORS). */
  unreadable?: true;
}

/** The request. */
export interface Asked {
  query: URLSearchParams;
  /** The number of earlier requests of this call. */
  before: number;
}

/** Whether a call needs a token, reads one if it is sent, or ignores it. */
type TokenRule = 'required' | 'optional' | 'ignored';

/** The backend's choices where spec §7 leaves one. */
export interface Rules {
  /** Exceptions from the token rules of spec §6. */
  tokens: Partial<Record<Call, TokenRule>>;
  /**
   * The results of `?category=`. 'houses': categories, and the houses at the start of product names, ignoring case.
   * 'families': only categories. 'exact': the same with regard to case. 'ignored': an unknown one filters nothing.
   * 'none': no category finds a product.
   */
  category: 'houses' | 'families' | 'exact' | 'ignored' | 'none';
  /** Whether products with the same `createdAt` come in another order each time. */
  unstable: boolean;
  /** Whether every product has the same `createdAt`. */
  imported: boolean;
  /** Parameters of the list that are not read. */
  ignored: readonly string[];
  /** The number of products of a page that the next one repeats. */
  overlap: number;
  /** The sign between the two halves of a payment reference. */
  referenceSign: '-' | '_';
}

export const RULES: Rules = {
  tokens: {},
  category: 'houses',
  unstable: false,
  imported: false,
  ignored: [],
  overlap: 0,
  referenceSign: '-',
};

/** A change of one backend: how it answers a call, or the rules it follows. */
export interface Change {
  /** In words, unique in its table. */
  name: string;
  call: Call | readonly Call[];
  /** Edits the answer in place. It gets only answers without an error, unless `errors` is set. */
  apply?: (answer: Answer, asked: Asked) => void;
  /** Whether `apply` gets the refusals (status 400 and above) instead. */
  errors?: true;
  rules?: Partial<Rules>;
}
