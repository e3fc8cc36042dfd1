import { ensureChromium } from './chromium.ts';
import type { Part } from './lanes.ts';
import { browserTests, type ShopPlace, withShopPlace } from './runners.ts';

interface Choice {
  /** The tests to run if the command line names none. Default: all. */
  tests?: 'core' | 'others' | 'foreign' | 'all';
  /** Playwright's arguments if the command line has none. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** A shop that several parts share. By default a part has its own. */
  place?: ShopPlace;
  /** Prepares the shop before it starts. */
  before?: (place: ShopPlace) => Promise<void>;
}

/** Returns a part of browser tests. Arguments on the command line replace its defaults. */
export function browserPart(
  name: string,
  { tests = 'all', args: own = [], env = {}, place, before }: Choice,
): Part {
  return {
    name,
    prepare: ensureChromium,
    start: (run, args) => {
      const choice = args.length > 0 ? { args } : { tests, args: own };
      const work = async (at: ShopPlace) => {
        await before?.(at);
        return browserTests(at, { run, part: name, env, ...choice });
      };
      return place ? work(place) : withShopPlace(work);
    },
  };
}
