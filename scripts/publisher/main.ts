import { asTyped } from '#process/as-typed.ts';
import { step } from '#process/console.ts';
import { readDuration } from '#publisher/duration.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** npm run publisher. Without API_URL it works on the shop that `npm start` opens. */
export const command = defineCommand({
  name: 'publisher',
  tasks: {
    serve: task({
      options: {
        poll: {
          value: '5m',
          help: 'also compares the catalogue with the site this often, for backends that send no messages; from 10s to 24h',
        },
      },
      help: 'receives messages at PUBLISHER_HOST:PUBLISHER_PORT/publish and publishes',
      does: ({ options: { poll } }) => {
        if (poll !== undefined) checkPoll(poll);
        return async () => {
          const { servePublisher } = await import('#publisher/main.ts');
          const more = poll === undefined ? {} : { PUBLISHER_POLL: poll };
          await servePublisher(await readSettings({ of: 'a shop that may be closed', more }));
        };
      },
    }),
    publish: task({
      options: {
        full: { help: 'renders every page again' },
        'allow-empty': {
          help: 'publishes a catalogue without products over a live site that has some',
        },
        'skip-invalid': {
          help: 'leaves out products that break the contract, even more than a tenth',
        },
      },
      help: 'publishes now, if anything has changed',
      does:
        ({ options: { full, 'allow-empty': allowEmpty, 'skip-invalid': skipInvalid } }) =>
        async () => {
          const { describeContents, describeReport } = await import('#publisher/descriptions.ts');
          const more = skipInvalid ? { SKIP_INVALID: 'true' } : {};
          const publisher = await open({ of: 'an open shop', more });
          await step('Publishing', async (say) => {
            publisher.onLine = say;
            const report = await publisher.publish({ full, allowEmpty });
            for (const line of describeContents(report)) console.log(`  ${line}`);
            console.log(`  ${describeReport(report)}`);
          });
        },
    }),
    rollback: task({
      words: '[<release>]',
      takes: 'one release',
      help: "shows an earlier release again, and publishes nothing until 'resume'",
      does: ({ words: [release] }) => {
        if (release !== undefined && !/^\d+$/.test(release)) {
          throw new Error(`A release is a number, such as 7, and not '${release}'`);
        }
        return async () => {
          const { releaseName } = await import('#publisher/release/folders.ts');
          const publisher = await open();
          const name = release && releaseName(Number(release));
          const { name: live, madeAt } = await publisher.rollBack(name);
          console.log(`Release ${live} of ${madeAt} is live again.`);
          console.log(`Changes are not published until ${asTyped('publisher', 'resume')}.`);
        };
      },
    }),
    resume: task({
      help: 'publishes again, and follows changes',
      does: () => async () => {
        const { describeReport } = await import('#publisher/descriptions.ts');
        const publisher = await open({ of: 'an open shop' });
        await publisher.resume();
        const report = await step('Publishing', () => publisher.publish());
        console.log(`  ${describeReport(report)}`);
      },
    }),
    status: task({
      options: { json: {} },
      help: 'prints what is live, how the last publications went, and why one failed',
      does:
        ({ options: { json } }) =>
        async () => {
          const { describeStatus } = await import('#publisher/descriptions.ts');
          const { releasesOf } = await import('#publisher/release/folders.ts');
          const { readStatus } = await import('#publisher/status.ts');
          const publisher = await open();
          const live = await publisher.live();
          const status = await readStatus(publisher.folders);
          const releases = await releasesOf(publisher.folders);
          const { taken, ...shown } = status;
          // Whether other programs or settings made it. An API that does not answer cannot say.
          const outdated = json && (await publisher.isOutdated().catch(() => null));
          console.log(
            json
              ? JSON.stringify({ live, outdated, releases, ...shown }, null, 2)
              : describeStatus(live, status, releases),
          );
        },
    }),
  },
  about: `It works on PUBLISH_DIR (DATA_DIR/site), also while a publisher or a shop runs. Settings: API_URL, from which the
catalogue is read; SITE_URL, the site's address; src/settings.md lists the others.`,
});

/** Checks the interval. @throws Error with a sentence. */
function checkPoll(poll: string): void {
  try {
    readDuration(poll);
  } catch (error) {
    throw new Error(`--poll ${(error as Error).message}`);
  }
}

interface Reading {
  /** The source of the catalogue: the shop of this folder, which may have a neighbour at the same port. */
  of?: 'an open shop' | 'a shop that may be closed';
  /** Settings that are not in the environment. */
  more?: Record<string, string | undefined>;
}

async function readSettings({ of, more }: Reading = {}) {
  const { readPublisherSettings } = await import('#publisher/settings.ts');
  const { publisherEnvironment } = await import('#shop/site.ts');
  const own = process.env.API_URL ? null : publisherEnvironment(process.env);
  if (own && of) {
    const { checkWhoseShop } = await import('#shop/whose-shop.ts');
    const shop = { url: own.API_URL, dataDir: own.DATA_DIR };
    await checkWhoseShop(shop, { mayBeClosed: of === 'a shop that may be closed' });
  }
  return readPublisherSettings({ ...own, ...process.env, ...more });
}

async function open(reading?: Reading) {
  const { Publisher } = await import('#publisher/publisher.ts');
  const { folder, site } = await readSettings(reading);
  return new Publisher({ folder, settings: site });
}

if (import.meta.main) await command.run();
