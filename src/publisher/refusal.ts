/** The refusal of a message, as the publisher answers it. */
export interface Refusal {
  status: 400 | 401 | 405 | 409 | 413;
  code: string;
  /** The part to change: a header in lower case, a field of the body, 'body' or 'method'. */
  field: string;
  /** A sentence about what is wrong and how to fix it. */
  message: string;
}
