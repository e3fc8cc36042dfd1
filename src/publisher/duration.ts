const UNITS = { s: 1000, m: 60_000, h: 3_600_000 } as const;
/** Ten seconds and a day (ms). */
const LEAST = 10_000;
const MOST = 24 * 3_600_000;

/**
 * Reads a duration such as '30s', '5m' or '1h'.
 * @returns milliseconds. @throws Error with the rest of a sentence that begins with the setting's name.
 */
export function readDuration(text: string): number {
  const [, digits, unit] = /^(\d{1,6})([smh])$/.exec(text.trim()) ?? [];
  const ms = Number(digits) * UNITS[unit as keyof typeof UNITS];
  if (ms >= LEAST && ms <= MOST) return ms;
  throw new Error(
    `is '${text}' and must be a number with s, m or h, from 10s to 24h, such as 30s, 5m or 1h`,
  );
}
