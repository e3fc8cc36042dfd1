import pg from 'pg';
import { type Addresses, CONNECTIONS, isShared } from '#backend/db/addresses.ts';
import { whoAnswers } from '#backend/db/sessions.ts';
import { within } from '#process/within.ts';
import { expectThat, type Finding } from './finding.ts';

/** The connections for a command, and for a person who looks into the database. */
const FOR_COMMANDS = 5;
/** The processes during a deploy: a new one runs beside the old one. */
const PROCESSES = 2;
/** The connections of an API process by the address of its calls. */
const CALLS = CONNECTIONS.calls + CONNECTIONS.browsing;
/** Milliseconds within which a pooler hands out a connection that it has. */
const GIVES_MS = 3000;

/** The connections that the shop needs by one address: for each of its processes, and for single tasks. */
interface Need {
  each: number;
  once: number;
}

/** Returns the connections needed by the direct address. Without a separate address, the calls use it, too. */
const directNeed = (addresses: Addresses): Need => {
  const { sessions, listening, imports } = CONNECTIONS;
  return {
    each: listening + (isShared(addresses) ? sessions : CALLS),
    once: imports + FOR_COMMANDS,
  };
};

const least = ({ each, once }: Need) => PROCESSES * each + once;

/**
 * Checks whether there are enough connections for a deploy, an import and a command at the same time. For a server this is
 * computed. A pooler does not tell its size and makes others wait, so the needed number is opened for a moment.
 * @param client - one by the direct address.
 * @param most - connections that the server allows its role.
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

/** Checks whether calls of several processes run at the same time by their own address. */
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

/** Counts how many of these connections can be open at once, each in a transaction. */
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
  // A connection that waits or is refused is not counted: that is the answer.
  await within(GIVES_MS, Promise.allSettled(all), null);
  const found = opened;
  await Promise.allSettled(clients.map((client) => client.end()));
  return found;
}
