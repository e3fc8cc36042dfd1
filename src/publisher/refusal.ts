/** Why a message is refused, as the publisher answers it. */
export interface Refusal {
  status: 400 | 401 | 405 | 409 | 413;
  code: string;
  /** What has to change: a header in lower case, a field of the body, 'body' or 'method'. */
  field: string;
  /** What is wrong with it and how to mend it. */
  message: string;
}
