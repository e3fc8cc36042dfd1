import pg from 'pg';

/** Milliseconds before a lost connection is opened again. */
const PAUSE = 1000;

/**
 * Listens to a channel of PostgreSQL on its own connection, and reconnects after a loss.
 * @param onNotify - called for each notification, and after each connect, because notifications may have been missed.
 * @param onLost - called once for each connection that is lost or cannot be opened.
 * @returns a function that stops listening.
 */
export function listenTo(
  url: string,
  channel: string,
  onNotify: () => void,
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
    mine.on('end', () => lose(new Error('The database closed the listening connection.')));
    mine.on('notification', onNotify);
    try {
      await mine.connect();
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`);
      onNotify();
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
