import pg from 'pg';

/** Milliseconds until a lost connection is tried again. */
const PAUSE = 1000;

/**
 * Listens to a channel of PostgreSQL on a connection of its own, and connects again when that is lost.
 * @param ring - called for each notice, and after each connecting, since notices may have been missed.
 * @param onLost - called once for each connection that is lost or cannot be had.
 * @returns stops listening.
 */
export function listenTo(
  url: string,
  channel: string,
  ring: () => void,
  onLost: (error: Error) => void,
): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const open = async () => {
    const mine = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: 'turare',
    });
    client = mine;
    let lost = false;
    const lose = (error: Error) => {
      if (lost || stopped) return;
      lost = true;
      onLost(error);
      mine.end().catch(() => {});
      timer = setTimeout(() => void open(), PAUSE);
      timer.unref();
    };
    mine.on('error', lose);
    mine.on('end', () => lose(new Error('The database has closed the connection that listens.')));
    mine.on('notification', ring);
    try {
      await mine.connect();
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`);
      ring();
    } catch (error) {
      lose(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const opening = open();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await opening;
    await client?.end().catch(() => {});
  };
}
