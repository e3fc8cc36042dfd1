import { ensureChromium } from './chromium.ts';
import type { Part } from './lanes.ts';
import { browserTests, type ShopPlace, withShopPlace } from './runners.ts';

interface Choice {
  /** Which tests, where the command line names none. Default: all. */
  tests?: 'core' | 'others' | 'foreign' | 'all';
  /** Arguments of Playwright, where the command line has none. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** A shop that several parts use. By default a part has one of its own. */
  place?: ShopPlace;
  /** Prepares the shop before it starts. */
  before?: (place: ShopPlace) => Promise<void>;
}

/** A part of browser tests. Arguments of the command line replace its own choice. */
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
