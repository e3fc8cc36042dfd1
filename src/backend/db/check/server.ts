import type pg from 'pg';
import { attempt, expectThat, type Finding, missing, ok, rolledBack, rowOf } from './finding.ts';

/** The oldest version on which the project's statements work. */
const OLDEST = 14;
/** The extensions that the migrations need, each with what fails without it. */
const EXTENSIONS = {
  pg_trgm: 'search finds no misspelt words',
  unaccent: 'search tells é from e',
  fuzzystrmatch: 'search finds no words that sound alike',
} as const;

const TEMPORARY = 'right to create temporary tables';

const SERVER = `
  select current_setting('server_version_num')::int as number, version() as text,
    pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as locked,
    current_setting('server_encoding') as encoding,
    quote_ident(current_user) as role, quote_ident(current_database()) as base,
    has_database_privilege(current_database(), 'CREATE') as schemas,
    coalesce((select has_schema_privilege(oid, 'CREATE') from pg_namespace where nspname = 'public'), false) as tables,
    least(current_setting('max_connections')::int
        - coalesce(current_setting('superuser_reserved_connections', true)::int, 0)
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as most,
    current_setting('default_transaction_isolation') as level`;

/** The answer to SERVER. */
interface Server {
  number: number;
  text: string;
  standby: boolean;
  locked: string;
  encoding: string;
  role: string;
  base: string;
  schemas: boolean;
  tables: boolean;
  most: number;
  level: string;
}

/**
 * Checks the server, its database and the rights of the role over one connection.
 * @returns also the most connections that the role may have.
 */
export async function checkServer(
  client: pg.ClientBase,
): Promise<{ findings: Finding[]; most: number }> {
  const server = await rowOf<Server>(client, SERVER);
  const { number, text, standby, locked, role, base, most, level } = server;
  const name = text.split(/[ ,]+/).slice(0, 2).join(' ');
  const findings = [
    expectThat(
      number >= OLDEST * 10_000,
      'version',
      name,
      `${name}: the migrations need PostgreSQL ${OLDEST} or newer. Upgrade the server.`,
    ),
    expectThat(
      !standby && locked === 'off',
      'writing',
      '',
      standby
        ? 'This is a standby: set the address of the primary server.'
        : 'default_transaction_read_only is on: nothing can be sold. Set it to off for this role and database.',
    ),
    await letters(client, server),
    expectThat(
      server.schemas,
      'right to create schemas',
      '',
      `Migrations cannot be recorded. An administrator runs: grant create on database ${base} to ${role}.`,
    ),
    expectThat(
      server.tables,
      'right to create tables',
      '',
      `Migrations fail. An administrator runs in this database: grant create on schema public to ${role}.`,
    ),
    await temporaryTables(client, server),
  ];
  // One after the other, because they share a connection.
  for (const [name, loss] of Object.entries(EXTENSIONS)) {
    findings.push(await extension(client, name, loss));
  }
  findings.push(
    expectThat(
      level === 'read committed',
      'transaction isolation',
      level,
      `The default is ${level}: shoppers who want the same product are refused and tried again, which is slow. Set default_transaction_isolation to 'read committed' for this role and database.`,
    ),
  );
  return { findings, most };
}

/** Creates one, because servers that scale to zero or share connections may grant the right and have no such tables. */
const temporaryTables = (client: pg.ClientBase, { base, role }: Server): Promise<Finding> =>
  attempt(
    TEMPORARY,
    `Products cannot be imported. An administrator runs: grant temporary on database ${base} to ${role}.`,
    () =>
      rolledBack(client, async () => {
        await client.query('create temporary table turare_check (id int)');
        return ok(TEMPORARY);
      }),
  );

async function letters(client: pg.ClientBase, { encoding }: Server): Promise<Finding> {
  const remedy =
    "Make the database with: create database … encoding 'UTF8' locale 'C.UTF-8' template template0.";
  if (encoding !== 'UTF8') {
    return missing('letters', `The encoding is ${encoding}, so names cannot be stored. ${remedy}`);
  }
  // This comes last, because most other encodings refuse these letters.
  const { folds } = await rowOf<{ folds: boolean }>(
    client,
    "select lower(U&'\\00C9\\1ECC') = U&'\\00E9\\1ECD' as folds",
  );
  return expectThat(
    folds,
    'letters',
    'UTF8',
    `É and é are different letters to it, so search does not find all names. ${remedy}`,
  );
}

/** @param loss - what is lost without it. */
async function extension(client: pg.ClientBase, name: string, loss: string): Promise<Finding> {
  const label = `extension ${name}`;
  const breaks = `Migrations fail; without it ${loss}.`;
  const { available, installed } = await rowOf<{ available: boolean; installed: boolean }>(
    client,
    `select exists (select from pg_available_extensions where name = $1) as available,
       exists (select from pg_extension where extname = $1) as installed`,
    [name],
  );
  if (installed) return ok(label, 'installed');
  if (!available) {
    return missing(
      label,
      `The server does not have it. ${breaks} Install PostgreSQL's contrib package, or ask the provider.`,
    );
  }
  const remedy = `An administrator runs in this database: create extension ${name}.`;
  return attempt(label, `${breaks} ${remedy}`, () =>
    rolledBack(client, async () => {
      await client.query(`create extension ${name}`);
      return ok(label, 'can be installed');
    }),
  );
}
