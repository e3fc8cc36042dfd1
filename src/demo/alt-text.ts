import { metals } from '#demo/artwork/bottles.ts';
import type { Bottle, Family, Scene } from '#demo/artwork/recipe.ts';
import { colourWord, liquidWord } from './colour-words.ts';
import type { DemoFragrance } from './fragrance-files.ts';
import { type DemoPicture, recipeOf } from './gallery.ts';
import { sceneOf } from './scenes.ts';

/** The form of a family's bottle and cap. A metal cap is described by its metal, any other by its colour. */
const FORMS: Record<Family, { bottle: string; cap: string }> = {
  slab: { bottle: 'an upright rectangular bottle', cap: 'square lacquered cap' },
  facet: { bottle: 'a wide bottle with cut corners', cap: 'faceted cap' },
  flacon: { bottle: 'a round flat bottle', cap: 'ball-shaped cap' },
  apothecary: { bottle: 'a round apothecary bottle', cap: 'wooden cap' },
  column: { bottle: 'a slim cylindrical bottle', cap: 'tall cap' },
  arch: { bottle: 'an arched bottle', cap: 'domed lacquered cap' },
  block: { bottle: 'a low, wide rectangular bottle', cap: 'square wooden cap' },
  amphora: { bottle: 'a bottle shaped like an amphora', cap: 'drop-shaped lacquered cap' },
  hex: { bottle: 'a six-sided bottle', cap: 'six-sided stone cap' },
  attar: { bottle: 'a ribbed bottle', cap: 'domed cap' },
};

const METALS: Record<keyof typeof metals, string> = {
  gold: 'gold',
  pale: 'pale gold',
  rose: 'rose gold',
  bronze: 'bronze',
  silver: 'silver',
  steel: 'steel',
  black: 'black metal',
};

const SCENES: Record<Scene, string> = {
  wood: 'Sawn logs, split oud wood and drops of resin',
  citrus: 'Cut oranges, lemons, lime and grapefruit with green leaves',
  flowers: 'Roses, jasmine and loose petals on folded cloth',
  smoke: 'Smoke rising from a brass burner, with chips of wood and coral beads',
};

function capOf({ family, cap }: Bottle): string {
  const metal = (Object.keys(metals) as (keyof typeof metals)[]).find(
    (name) => metals[name] === cap,
  );
  const colour = metal ? METALS[metal] : colourWord(cap);
  return `${/^[aeiou]/.test(colour) ? 'an' : 'a'} ${colour} ${FORMS[family].cap}`;
}

/** The first note of each layer, in lower case: 'lime, rose and oud'. */
function mainNotes({ notes }: DemoFragrance): string {
  const [first, ...rest] = [notes.top, notes.heart, notes.base].flatMap((layer) =>
    layer.slice(0, 1).map((note) => note.toLocaleLowerCase('en')),
  );
  const last = rest.pop();
  return [[first, ...rest].join(', '), last].filter(Boolean).join(' and ');
}

/** The alternative text of a picture of the demo. */
export function altText({ fragrance, shown }: DemoPicture): string {
  const { bottle } = recipeOf(fragrance);
  const { brand, name, concentration, sizeMl, liquid } = fragrance;
  const title = `${brand} ${name}`;
  if (shown === 'front') {
    return `${title}, ${concentration}, ${sizeMl} ml: ${FORMS[bottle.family].bottle} of ${liquidWord(liquid)} liquid with ${capOf(bottle)}`;
  }
  if (shown === 'threequarter') {
    return `${title} from the side and above, showing the depth of the glass and ${capOf(bottle)}`;
  }
  if (shown === 'detail') {
    return `Close-up of ${title}: the label, the ${liquidWord(liquid)} liquid and the neck of the bottle`;
  }
  return `${SCENES[sceneOf(fragrance)]}: ${title} smells of ${mainNotes(fragrance)}`;
}
