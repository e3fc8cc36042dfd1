/** The repetitions of tests. */
export interface Rounds {
  /** `kill -9` of the API, in one of seven stages of a purchase. */
  killedApi: number;
  /** `kill -9` of the API, in this many of the three stages of a refund. */
  refundStages: number;
  /** `kill -9` of the API, in one of four stages of telling people who wait for a product. */
  killedRestock: number;
  /** Restarts of each of two processes of the API under load. */
  restartedApi: number;
  /** `kill -9` of PostgreSQL during four purchases. */
  killedDatabase: number;
  /** Failovers of each kind. */
  failovers: number;
  /** Deliveries of the same webhook. */
  webhooks: number;
  /** Orders whose first event reaches two processes at once. */
  racedOrders: number;
  /** `kill -9` of a publication. */
  killedPublication: number;
  /** Shoppers who want the last units at once, through two processes. */
  buyers: number;
  /** Random histories of orders: changes of mind, payments, webhooks, refunds. */
  orderHistories: number;
  /** Random histories of samples, their codes, and refunds. */
  refundHistories: number;
  /** Random histories of the answers to a shopper about her payments. */
  toldHistories: number;
  /** Random histories of a shop that loses its database's last moments. */
  lossHistories: number;
  /** Every n-th of the 774 local government areas is promised dates over a year of clocks: each, or every 50th. */
  everyArea: number;
  /** Random requests for each call of the API. */
  requests: number;
  /** Random shops, areas and clocks for a promise of delivery. */
  deliveries: number;
  /** Random catalogues whose lists are compared with plain queries. */
  listings: number;
  /** Random catalogues that move to another program and back. */
  movedCatalogues: number;
  /** Random files of merchants that are imported and undone, by the page; a fifth of them by the command. */
  drawnFiles: number;
  /** Products that leave in the shop's own file and come back. */
  exportedProducts: number;
  /** Random histories of a catalogue. */
  histories: number;
  /** Publications in one history. */
  publications: { min: number; max: number };
  /** Broken answers of the backend during a publication: the quick ones, or all. */
  brokenAnswers: 'quick' | 'all';
}

const TABLE = {
  /** `npm test` */
  short: {
    killedApi: 2,
    refundStages: 1,
    killedRestock: 4,
    restartedApi: 1,
    killedDatabase: 1,
    failovers: 1,
    webhooks: 100,
    racedOrders: 4,
    killedPublication: 2,
    buyers: 60,
    orderHistories: 8,
    refundHistories: 25,
    toldHistories: 40,
    lossHistories: 20,
    everyArea: 50,
    requests: 30,
    deliveries: 300,
    listings: 1,
    movedCatalogues: 25,
    drawnFiles: 10,
    exportedProducts: 2_000,
    histories: 1,
    publications: { min: 1, max: 1 },
    brokenAnswers: 'quick',
  },
  /** `npm run test:full` */
  full: {
    killedApi: 70,
    refundStages: 3,
    killedRestock: 25,
    restartedApi: 10,
    killedDatabase: 15,
    failovers: 1,
    webhooks: 1000,
    racedOrders: 100,
    killedPublication: 12,
    buyers: 200,
    orderHistories: 150,
    refundHistories: 10_000,
    toldHistories: 10_000,
    lossHistories: 10_000,
    everyArea: 1,
    requests: 300,
    deliveries: 5000,
    listings: 10,
    movedCatalogues: 100,
    drawnFiles: 60,
    exportedProducts: 100_000,
    histories: 2,
    publications: { min: 4, max: 6 },
    brokenAnswers: 'all',
  },
  /** One hour or so of `npm run soak` */
  soak: {
    killedApi: 210,
    refundStages: 3,
    killedRestock: 200,
    restartedApi: 20,
    killedDatabase: 30,
    failovers: 10,
    webhooks: 1000,
    racedOrders: 100,
    killedPublication: 50,
    buyers: 200,
    orderHistories: 150,
    refundHistories: 10_000,
    toldHistories: 10_000,
    lossHistories: 10_000,
    everyArea: 1,
    requests: 3000,
    deliveries: 5000,
    listings: 30,
    movedCatalogues: 400,
    drawnFiles: 600,
    exportedProducts: 100_000,
    histories: 5,
    publications: { min: 6, max: 10 },
    brokenAnswers: 'all',
  },
} as const satisfies Record<string, Rounds>;

export type RoundsName = keyof typeof TABLE;

const name = process.env.ROUNDS || 'short';
if (!(name in TABLE)) {
  throw new Error(`ROUNDS must be one of ${Object.keys(TABLE).join(', ')}, not '${name}'.`);
}

/** Milliseconds of a publication on a busy machine. */
export const PUBLICATION_LIMIT = 80_000;

/** The rounds of this run. The variable ROUNDS names them. */
export const ROUNDS: Rounds = TABLE[name as RoundsName];
