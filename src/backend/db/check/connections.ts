import pg from 'pg';
import { type Addresses, CONNECTIONS, isShared } from '#backend/db/addresses.ts';
import { whoAnswers } from '#backend/db/sessions.ts';
import { within } from '#process/within.ts';
import { expectThat, type Finding } from './finding.ts';

/** Connections of a command, and of whoever looks into the database. */
const FOR_COMMANDS = 5;
/** A deploy of one process runs beside the old one. */
const PROCESSES = 2;
/** Of an API process, by the address of its calls. */
const CALLS = CONNECTIONS.calls + CONNECTIONS.browsing;
/** Milliseconds in which a pooler gives a connection that it has. */
const GIVES_MS = 3000;

/** What the shop takes by one address: each of its processes, and whatever else there is once. */
interface Need {
  each: number;
  once: number;
}

/** What is needed by the direct address. Without one of their own, the calls are there, too. */
const directNeed = (addresses: Addresses): Need => {
  const { sessions, listening, imports } = CONNECTIONS;
  return {
    each: listening + (isShared(addresses) ? sessions : CALLS),
    once: imports + FOR_COMMANDS,
  };
};

const least = ({ each, once }: Need) => PROCESSES * each + once;

/**
 * Whether there are enough connections for a deploy, an import and a command at the same time. For a server this is computed. A
 * pooler does not tell how many it has, and makes others wait. So as many as are needed are opened for a moment.
 * @param client - one by the direct address.
 * @param most - connections that the server gives to its role.
 */
export async function checkConnections(
  client: pg.Client,
  addresses: Addresses,
  most: number,
): Promise<Finding[]> {
  const need = directNeed(addresses);
  const wanted = least(need);
  const { pooled } = await whoAnswers(client);
  // The client that asks has one of them.
  const had = pooled ? 1 + (await countOpened(addresses.direct, wanted - 1)) : most;
  const processes = Math.floor((had - need.once) / need.each);
  const takes = `an API process takes ${need.each}, an import ${CONNECTIONS.imports}, and commands ${FOR_COMMANDS}`;
  const name = isShared(addresses) ? 'direct connections' : 'connections';
  const direct = pooled
    ? expectThat(
        had >= wanted,
        name,
        `the pooler gave ${had} at a time: ${takes}`,
        `The pooler gives ${had} at a time, and ${takes}: programs wait for a connection and fail. Raise its pool size (default_pool_size) to ${wanted} at least, or set DATABASE_DIRECT_URL beside a pooler in transaction mode.`,
      )
    : expectThat(
        processes >= PROCESSES,
        name,
        `${most}, enough for ${processes} API processes: ${takes}`,
        `${most}, and ${takes}: during a deploy, requests wait for a connection and fail. Raise max_connections, or the limit of the role or database, to ${wanted} at least.`,
      );
  return isShared(addresses) ? [direct, await checkCalls(addresses)] : [direct];
}

/** Whether calls of several processes run side by side by their own address. */
async function checkCalls({ url }: Addresses): Promise<Finding> {
  const wanted = PROCESSES * CALLS;
  const had = await countOpened(url, wanted);
  return expectThat(
    had > 1,
    'calls at a time',
    `${had} of the ${wanted} that ${PROCESSES} API processes may make${had < wanted ? '; the others wait' : ''}`,
    `DATABASE_URL gives ${had} at a time: one long answer stops all others. Raise the pool size of the pooler (default_pool_size).`,
  );
}

/** How many of some connections are there at the same time, each with a transaction of its own. */
async function countOpened(connectionString: string, count: number): Promise<number> {
  const clients = Array.from(
    { length: count },
    () => new pg.Client({ connectionString, application_name: 'turare' }),
  );
  let opened = 0;
  const all = clients.map(async (client) => {
    client.on('error', () => {});
    await client.connect();
    await client.query('begin');
    opened++;
  });
  // One that waits or is refused is not counted, and that is what is asked.
  await within(GIVES_MS, Promise.allSettled(all), null);
  const found = opened;
  await Promise.allSettled(clients.map((client) => client.end()));
  return found;
}
