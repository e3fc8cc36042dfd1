import type { Scene } from '#demo/artwork/recipe.ts';

/** The tags and notes that a scene stands for. */
const SCENTS: Record<Scene, { tags: readonly string[]; notes: RegExp }> = {
  wood: {
    tags: ['oud', 'woody', 'amber', 'harmattan'],
    notes:
      /oud|sandalwood|cedar|vetiver|patchouli|guaiac|cypress|pine|fir|birch|oakmoss|amber|benzoin|labdanum|myrrh|resin|balsam|wood/i,
  },
  citrus: {
    tags: ['citrus', 'fresh', 'green', 'aquatic', 'fruity', 'hot weather'],
    notes:
      /bergamot|lemon|lime|orange$|grapefruit|mandarin|tangerine|yuzu|citron|clementine|verbena|mint|neroli|petitgrain|pineapple|apple|melon/i,
  },
  flowers: {
    tags: ['rose', 'white floral', 'powdery', 'wedding'],
    notes:
      /rose|jasmine|tuberose|iris|orris|orange blossom|ylang|peony|lily|gardenia|violet|magnolia|freesia|orchid|geranium|lavender|heliotrope|carnation|sambac/i,
  },
  smoke: {
    tags: ['smoky', 'tobacco', 'leather', 'gourmand', 'vanilla', 'spicy', 'musk', 'date night'],
    notes:
      /incense|olibanum|frankincense|tobacco|leather|suede|vanilla|tonka|saffron|cinnamon|cardamom|pepper|clove|nutmeg|coffee|cocoa|chocolate|praline|caramel|honey|rum|musk|smoke/i,
  },
};

/** The scene that suits a fragrance best, by its tags and notes; the first of several that suit equally. */
export function sceneOf({
  tags,
  notes,
}: {
  tags: readonly string[];
  notes: { top: readonly string[]; heart: readonly string[]; base: readonly string[] };
}): Scene {
  const all = [...notes.top, ...notes.heart, ...notes.base];
  const share = (scene: Scene) => {
    const scent = SCENTS[scene];
    const told = tags.filter((tag) => scent.tags.includes(tag)).length;
    const smelt = all.filter((note) => scent.notes.test(note)).length;
    // Shares, not sums, so that a long list of notes does not outweigh the tags.
    return told / tags.length + smelt / all.length;
  };
  const scenes = Object.keys(SCENTS) as Scene[];
  return scenes.reduce((best, scene) => (share(scene) > share(best) ? scene : best));
}
