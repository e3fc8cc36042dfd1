import { userInfo } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { BY, defineCommand, task } from './command-line.ts';
import { COMMANDS } from './commands.harness.ts';

const read = (name: string, words: readonly string[]) => COMMANDS[name]?.read(words);

describe('a command that is declared', () => {
  const does = vi.fn();
  const command = defineCommand({
    name: 'bottles',
    about: 'A bottle holds 50 ml.',
    tasks: {
      list: task({ help: 'all of them', does: () => async () => {} }),
      fill: task({
        words: '<bottle> [<ml>]',
        takes: 'one bottle, and how much',
        options: {
          with: { value: 'OUD', help: `the scent; ${'by default rose water, '.repeat(6)}` },
          slowly: {},
          by: BY,
        },
        help: 'fills it',
        does: (given) => async () => does(given),
      }),
      wash: task({
        words: '<bottle>…',
        takes: 'bottles',
        help: 'rinses',
        does: () => async () => 3,
      }),
    },
  });

  it('prints its usage in columns, with each option once', () => {
    expect(command.usage).toMatchInlineSnapshot(`
      "npm run bottles -- <command>

        list            all of them
        fill <bottle> [<ml>] [--slowly]
                        fills it
          --with OUD    the scent; by default rose water, by default rose water, by default rose water, by default rose
                        water, by default rose water, by default rose water,
        wash <bottle>…  rinses

      A bottle holds 50 ml.

      --by NAME: who does it. By default you, as this machine knows you."
    `);
  });

  it.each([[[]], [['help']], [['--help']], [['-h']], [['fill', '--help']]])(
    'prints it for %j',
    (words) => {
      expect(command.read(words)).toBe(null);
    },
  );

  it('gives a task its words, its options and the person who runs it', async () => {
    await command.read(['fill', 'a', '--with=rose', '50', '--by', ' Bola '])?.();
    expect(does).toHaveBeenLastCalledWith({
      words: ['a', '50'],
      options: { with: 'rose', slowly: false, by: ' Bola ' },
      actor: { name: 'Bola', role: 'owner' },
    });
    await command.read(['fill', 'a', '--slowly'])?.();
    expect(does).toHaveBeenLastCalledWith({
      words: ['a'],
      options: { slowly: true },
      actor: { name: userInfo().username, role: 'owner' },
    });
  });

  it('answers the exit code of the work', async () => {
    expect(await command.read(['list'])?.()).toBe(0);
    expect(await command.read(['wash', 'a', 'b', 'c'])?.()).toBe(3);
  });

  it.each([
    [['drink'], "There is no bottles command 'drink'"],
    [['toString'], "There is no bottles command 'toString'"],
    [['list', 'a'], 'list takes nothing'],
    [['fill'], 'fill takes one bottle, and how much'],
    [['fill', 'a', '5', '6'], 'fill takes one bottle, and how much'],
    [['fill', ''], 'fill takes one bottle, and how much'],
    [['wash'], 'wash takes bottles'],
    [['list', '--by', 'Bola'], "Unknown option '--by'"],
    [['fill', 'a', '--with'], "Option '--with <value>' argument missing"],
  ])('refuses %j in one sentence', (words, sentence) => {
    expect(() => command.read(words)).toThrow(
      new Error(`${sentence}. npm run bottles prints what it does.`),
    );
  });
});

/** Words that a command accepts, and words that it refuses before it does anything. */
const WORDS: Record<string, { takes: string[]; refuses: string[] }> = {
  accounts: {
    takes: ['show ada@example.com', 'block ada@example.com --by Bola', 'erase ada@example.com'],
    refuses: ['ban ada', 'show', 'erase a b', 'show ada --by Bola'],
  },
  audit: {
    takes: ['', '--ask-paystack', '--ask-paystack --days 30'],
    refuses: ['--days 5', '--ask-paystack --days 0', '--ask-paystack --days 10000', 'now'],
  },
  backup: {
    takes: [
      'shop.tar.gz',
      '--timed',
      '--into backups',
      '--check shop.tar.gz',
      '--check shop.tar.gz.age --identity key.txt',
    ],
    refuses: [
      'a b',
      'a --now',
      'a --into b',
      'a --timed',
      '--timed --into b',
      '--into',
      '--into=',
      '--check',
      '--check --into b',
      'a --identity key.txt',
    ],
  },
  catalogue: {
    takes: [
      'synth 10000',
      'synth 5 --seed 7',
      'synth --seed=7 5',
      'synth 0',
      'import a.csv',
      'import --delete-missing --dry-run --yes --ignore-unknown -',
      'import a.csv --yes',
      'import a.xlsx --columns Price=price,Left= --rates GBP=2100,USD=1600 --round 500 --stock 0 --unpriced leave-out --commas split --pictures leave --known new',
      'check a.NDJSON',
      'check a.doc --format csv',
      'check a.txt',
      'import a.XLSX --sheet Prices',
      'check a.tsv',
      'export',
      'export --format=jsonl',
      'set oud price=1 tags=a=b|c brand= --by Bola',
      'retire oud musk --by Ada',
      'delete --dry-run oud --by=Ada',
      'rename brand Old New --yes --by Ada',
      'rename id oud tom-ford-oud --by Ada',
    ],
    refuses: [
      'synth',
      'synth many',
      'synth -5',
      'synth 1.5',
      'synth 99999999999',
      'synth 5 6',
      'synth 5 --seed',
      'synth 5 --seed x',
      'synth 5 --speed 1',
      'import',
      'import a.csv b.csv',
      'import a.doc',
      'import a.jsonl --sheet Prices',
      'import a.csv --sheet',
      'export a.xlsx',
      'import a.csv --format xls',
      'import a.csv --partial --delete-missing',
      'import a.csv --force',
      'import a.csv --stock many',
      'import a.csv --rates GBP',
      'import a.csv --commas maybe',
      'import a.csv --columns Qty=amount',
      'export a.csv --dry-run',
      'set oud',
      'set price=1',
      'set price=1 stock=1',
      'set oud price',
      'set oud price=1 price=2',
      'set oud id=amber',
      'destroy',
      'hide',
      'retire --by Ada',
      'delete --yes oud',
      'rename house a b',
      'rename brand a',
      'rename id a b c',
    ],
  },
  conformance: {
    takes: ['https://api.example.com --write --json', 'http://127.0.0.1:1 --token t'],
    refuses: ['', 'shop.example', 'https://a.example https://b.example', 'ftp://a.example'],
  },
  emails: {
    takes: ['list', 'retry paid:ord_x --by Bola', 'retry --all'],
    refuses: ['send', 'list paid:ord_x', 'list --all', 'retry', 'retry a b', 'retry a --all'],
  },
  media: {
    takes: ['check', 'copy s3', 'copy folder', 'unused --delete'],
    refuses: ['copy', 'copy ftp', 'check --delete', 'unused all'],
  },
  migrate: {
    takes: ['', '--check', '--check postgres://a.example/shop'],
    refuses: ['postgres://a.example/shop', '--check a b', '--force'],
  },
  orders: {
    takes: [
      'list',
      'list --status refund --find oud --to-pack',
      'export --from=2026-11-01 --out orders.csv',
      'show #AB2CD',
      'cancel ord_x --by=Bola',
      'refund AB2CD ₦12,500.5 --reason Broken --key two --restock',
      'refunded tr-x 5,000',
      'pack AB2CD EF3GH --despite-dispute',
      'ship AB2CD courier=GIG tracking=G=1',
      'ship AB2CD EF3GH courier=GIG',
      'deliver AB2CD',
      'return AB2CD --restock',
      'undo shipped AB2CD EF3GH --reason Broken',
      'tell AB2CD',
    ],
    refuses: [
      'ship',
      'ship AB2CD',
      'ship AB2CD courier=',
      'ship AB2CD EF3GH courier=GIG tracking=1',
      'ship AB2CD courier=GIG via=Lagos',
      'ship courier=GIG tracking=1',
      'pack AB2CD courier=GIG',
      'deliver AB2CD --restock',
      'undo',
      'undo AB2CD',
      'undo AB2CD EF3GH',
      'undo shipped',
      'tell',
      'deliver AB2CD --despite-dispute',
      'refund',
      'refund AB2CD 0',
      'refunded AB2CD -5',
      'refund AB2CD 12.345',
      'refund AB2CD 12,50',
      'refund AB2CD 5000 6000',
      `refund AB2CD --reason ${'x'.repeat(101)}`,
      `refund AB2CD --by ${'x'.repeat(101)}`,
      'show',
      'show a b',
      'cancel --all',
      'list --status sent',
      'list --status',
      'list --day today',
      'list --day 2026-02-30',
      'list --day 2026-11-21 --to 2026-11-22',
      'list --from 2026-11-22 --to 2026-11-21',
      'list --out x',
      'list paid',
      'export --speed 1',
    ],
  },
  people: {
    takes: [
      'list',
      'invite owner Bola --by Ada',
      'role Bola packer',
      'recover Bola',
      'remove Bola',
    ],
    refuses: ['add Ada', 'invite owner', 'remove', 'remove a b', 'list a'],
  },
  publisher: {
    takes: [
      'serve --poll 5m',
      'publish --full',
      'rollback',
      'rollback 7',
      'resume',
      'status --json',
    ],
    refuses: [
      'serve --poll 5',
      'serve --poll=',
      'resume --poll 5m',
      'rollback last',
      'rollback 1 2',
    ],
  },
  release: {
    takes: ['', '--into archives --key release.key', '--sums --key release.key', '--new-key a.key'],
    refuses: ['now', '--into=', '--sums', '--new-key a.key --into archives', '--new-key'],
  },
  restore: {
    takes: ['shop.tar.gz', 'shop.tar.gz.age --identity key.txt'],
    refuses: ['a b', 'a --identity'],
  },
  shipping: {
    takes: [
      'list',
      'export',
      'export -',
      'import a.csv --dry-run',
      'set Jos amount=1',
      'remove Jos',
    ],
    refuses: [
      'list Jos',
      'export a b',
      'import',
      'set Jos',
      'set amount=1 state=x',
      'set Jos place=K',
      'remove',
    ],
  },
  promotions: {
    takes: [
      'list',
      'make label=Sale per_cent=10 code=TEN --by Ada',
      'stop prm_abc',
      'codes prm_abc',
      'codes prm_abc 500 THANKS',
    ],
    refuses: ['list all', 'make', 'make sale', 'make colour=red', 'stop', 'codes', 'codes a x'],
  },
  payments: {
    takes: [
      'find',
      'find --days 30 --json',
      'list',
      'rebuild tr-abc',
      'rebuild tr-abc --by Ada',
      'rebuild-from order.eml',
      'refund tr-abc',
    ],
    refuses: [
      'find --days x',
      'find --days 0',
      'list all',
      'rebuild',
      'rebuild-from',
      'refund',
      'refund a b',
      'show',
    ],
  },
  shop: {
    takes: ['show', 'set promo=', 'reset promo hours', 'export', 'import shop.json --dry-run'],
    refuses: ['show promo', 'set', 'set promo', 'reset', 'import', 'export a b'],
  },
  'stock-alerts': {
    takes: ['list', 'show Ada@Example.com', 'erase ada@example.com'],
    refuses: ['tell', 'list oud', 'show', 'erase a b', 'erase --all'],
  },
  turare: {
    takes: [
      'status',
      'doctor',
      'doctor --no-mail',
      'run people -- invite owner Ada',
      'serve',
      'update https://example.com/turare',
      'update releases --back',
      'update',
      'log',
      'log api --follow --lines 20',
      'log archive',
      'backup',
      'backup list',
      'restore latest',
      'restore shop.tar.gz.age --identity key.txt',
      'restore --discard turare_before_20261127t003100',
    ],
    refuses: [
      'state',
      'status now',
      'doctor all',
      'run',
      'serve here',
      'log site',
      'log api --lines none',
      'update a b',
      'update a --force',
      'backup all',
      'restore',
      'restore a b',
      'restore a --discard b',
      'restore --discard=',
    ],
  },
};

it('each command has words here', () => {
  expect(Object.keys(WORDS).sort()).toEqual(Object.keys(COMMANDS).sort());
});

describe.each(Object.entries(WORDS))('the command %s', (name, { takes, refuses }) => {
  const typed = name === 'turare' ? name : `npm run ${name}`;
  const split = (line: string) => line.split(' ').filter(Boolean);

  it.each(takes)('takes %j', (line) => {
    expect(read(name, split(line))).toBeTypeOf('function');
  });

  it.each(refuses)('refuses %j in one sentence', (line) => {
    expect(() => read(name, split(line))).toThrow(
      new RegExp(`^[^\\n]+\\. ${typed} (-- --help )?prints what it does\\.$`),
    );
  });

  it('explains each of its words in its usage', () => {
    const { usage, tasks } = COMMANDS[name] ?? expect.fail(name);
    expect(usage.split('\n').filter((line) => line.length > 120)).toEqual([]);
    for (const word of Object.keys(tasks)) expect(usage).toMatch(new RegExp(`^ *${word}\\b`, 'm'));
  });
});
