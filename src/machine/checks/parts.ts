import { lagosTime } from '#domain/lagos-date.ts';
import { counted } from '#domain/words.ts';
import { readReadiness } from '#machine/status/readiness.ts';
import { isEnabled, readUnits, type UnitState } from '#machine/status/units.ts';
import { factsOf } from '#publisher/release/facts.ts';
import { foldersOf, liveRelease } from '#publisher/release/folders.ts';
import { failuresInARow, readStatus } from '#publisher/status.ts';
import { type Check, fault, note, well } from './check.ts';

const since = (at: Date | null) => (at ? ` since ${lagosTime(at)}` : '');
const described = ({ name, active, since: at }: UnitState) => `${name} is ${active}${since(at)}`;

/** The parts that systemd runs. */
export const units: Check = {
  name: 'parts',
  async look({ machine }) {
    if (machine.kind === 'container') return well('They run in one container.');
    const found = await readUnits([...machine.services, ...machine.timers]);
    const down = found.filter(({ active }) => active !== 'active');
    const [first] = down;
    if (first)
      return fault(
        `${down.map(described).join(', ')}.`,
        `systemctl restart ${down.map(({ name }) => name).join(' ')}; journalctl -u ${first.name} says why it ended.`,
      );
    return well(`${found.map(described).join(', ')}.`);
  },
};

/** Whether the parts start again with the machine, the nightly backup among them. */
export const timer: Check = {
  name: 'start',
  async look({ machine }) {
    if (machine.kind === 'container') return well('The container makes its nightly backup itself.');
    const all = [...machine.services, ...machine.timers];
    const enabled = await Promise.all(all.map(isEnabled));
    const missing = all.filter((_, place) => !enabled[place]);
    if (missing.length > 0)
      return fault(
        `${missing.join(', ')} would not start after a restart of the machine.`,
        `systemctl enable --now ${missing.join(' ')}`,
      );
    return well('All parts start with the machine, and the backup has its timer.');
  },
};

/** Whether each process of the API can serve and sell, by its own word. */
export const apis: Check = {
  name: 'API',
  async look({ machine }) {
    const asked = await Promise.all(
      machine.apis.map(async (origin) => ({ origin, ...(await readReadiness(origin)) })),
    );
    const down = asked.filter(({ ready }) => !ready);
    if (down.length > 0)
      return fault(
        down.map(({ origin, why }) => `${origin} is not ready. ${why}`).join(' '),
        'Its log says more: journalctl -u turare-api@…, or docker logs.',
      );
    if (asked.some(({ email }) => email === 'late'))
      return fault(
        'Emails have waited for a long time.',
        'turare doctor says why no mail is sent.',
      );
    return well(`${asked.map(({ origin }) => origin).join(' and ')} can sell.`);
  },
};

/** The release that shoppers see, and whether the last publication went well. */
export const publisher: Check = {
  name: 'site',
  async look({ env, settings }) {
    const folders = foldersOf(env.PUBLISH_DIR || `${settings.DATA_DIR}/site`);
    const [name, { publications, lastFailure, heldSince }] = await Promise.all([
      liveRelease(folders),
      readStatus(folders),
    ]);
    if (name === undefined)
      return fault(
        'No release of the site is live yet.',
        'The publisher makes one once it runs and the API answers.',
      );
    const { madeAt, products } = await factsOf(folders, name);
    const says = `Release ${name} of ${lagosTime(madeAt)} is live, with ${counted(products, 'product')}.`;
    const failures = failuresInARow(publications);
    if (failures > 0 && lastFailure)
      return fault(
        `${says} The last publication failed on ${lagosTime(lastFailure.at)}: ${lastFailure.reason?.split('\n')[0] ?? 'no reason is known.'}`,
        'The publisher tries again with each change; turare run publisher status says more.',
      );
    if (heldSince)
      return note(
        `${says} Changes are held since ${lagosTime(heldSince)}.`,
        'turare run publisher resume',
      );
    return well(
      lastFailure ? `${says} The last failure was on ${lagosTime(lastFailure.at)}.` : says,
    );
  },
};
