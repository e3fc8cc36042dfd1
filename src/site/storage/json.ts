/** Stored or received JSON, not yet trusted; undefined when it is none. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Whether a value has named properties to look at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Naira as the contract has them: 0 to a thousand million. */
export function isNaira(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1e9;
}

/** A text of 1 to `max` characters, without NUL, which the API refuses. */
export function isText(value: unknown, max: number): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= max && !value.includes('\u0000')
  );
}
