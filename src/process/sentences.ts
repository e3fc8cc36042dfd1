/**
 * Returns the messages of an error and its causes. For a failed query only its causes: its own message quotes the query,
 * with people's names and addresses.
 */
export function sentencesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const own = isFailedQuery(error) ? 'The database did not answer a query.' : error.message;
  return [own, ...(error.cause ? sentencesOf(error.cause) : [])];
}

/** Whether an error is Drizzle's about a query. Commands without a database do not load Drizzle for this. */
export const isFailedQuery = (error: Error): boolean => 'query' in error && 'params' in error;
