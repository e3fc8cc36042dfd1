import { Gauge, type Registry } from '@prometheus-io/client';
import type { Publisher } from './publisher.ts';
import { failuresInARow, readStatus } from './status.ts';

const seconds = (iso: string) => Date.parse(iso) / 1000;

/** Registers the gauges of a publisher. They read its folder when Prometheus asks, and so survive a restart. */
export function publisherMetrics(
  registry: Registry,
  publisher: Pick<Publisher, 'folders' | 'live'>,
): void {
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name: `turare_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.reset();
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  const status = () => readStatus(publisher.folders);
  const now = () => Date.now() / 1000;
  gauge('release_number', 'The live release', async () => {
    const live = await publisher.live();
    return live ? Number(live.name) : undefined;
  });
  gauge('release_age_seconds', 'Age of the live release', async () => {
    const live = await publisher.live();
    return live ? now() - seconds(live.madeAt) : undefined;
  });
  gauge('release_products', 'Products of the live release', async () => {
    const live = await publisher.live();
    return live?.products;
  });
  gauge(
    'change_waiting_seconds',
    'Age of a change that is not live yet; 0 if there is none',
    async () => {
      const { wanted } = await status();
      return wanted ? now() - seconds(wanted.at) : 0;
    },
  );
  gauge('publications_failed', 'Publications that failed since the last that did not', async () => {
    return failuresInARow((await status()).publications);
  });
  gauge('publishing_held', '1 after a rollback, until the publisher resumes', async () =>
    (await status()).heldSince ? 1 : 0,
  );
}
