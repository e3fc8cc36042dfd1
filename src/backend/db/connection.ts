import pg from 'pg';

/** The error of a commit on the primary server that no standby has confirmed. A failover may still lose it. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed';

  constructor() {
    super('No standby has confirmed the commit');
  }
}

/** PostgreSQL's function that warns when the wait for a standby is ended. Its words depend on the server's language. */
const WAIT = 'SyncRepWaitForLSN';

type Callback = (error: Error | null | undefined, result: unknown) => void;

/** A connection on which a query fails with `Unconfirmed` if its commit was not confirmed. PostgreSQL only warns. */
export class Connection extends pg.Client {
  #isUnconfirmed = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('notice', ({ routine }) => {
      if (routine === WAIT) this.#isUnconfirmed = true;
    });
  }

  /** Like pg's: with a callback, which the pool uses, or with a promise. */
  override query = ((...args: unknown[]) => {
    const send = super.query as (...given: unknown[]) => unknown;
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const answer: Callback = (error, result) =>
        callback(error ?? this.#takeUnconfirmed(), result);
      return send.call(this, ...args.slice(0, -1), answer);
    }
    const sent = send.call(this, ...args);
    if (!(sent instanceof Promise)) return sent;
    return sent.then((result) => {
      const unconfirmed = this.#takeUnconfirmed();
      if (unconfirmed) throw unconfirmed;
      return result;
    });
  }) as pg.Client['query'];

  #takeUnconfirmed(): Unconfirmed | undefined {
    const was = this.#isUnconfirmed;
    this.#isUnconfirmed = false;
    return was ? new Unconfirmed() : undefined;
  }
}
