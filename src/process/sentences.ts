/**
 * Returns the message of an error and of each of its causes. A failed query is told by its causes alone: its own
 * message quotes the query, with names and addresses of people.
 */
export function sentencesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const own = isFailedQuery(error) ? 'The database did not answer a query.' : error.message;
  return [own, ...(error.cause ? sentencesOf(error.cause) : [])];
}

/** Whether an error is Drizzle's about a query. A command that needs no database does not load Drizzle to know it. */
export const isFailedQuery = (error: Error): boolean => 'query' in error && 'params' in error;
