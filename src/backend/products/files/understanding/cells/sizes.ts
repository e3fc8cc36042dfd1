/** The millilitres of each unit. */
const UNITS: Readonly<Record<string, number>> = { ml: 1, مل: 1, cl: 10, l: 1000, oz: 29.5735 };
/** A unit must end its word: the L of 'N°5 L'Eau' is an article. */
const WRITTEN =
  /(\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d+)?)\s*(ml|مل|cl|l(?:iters?|itres?)?|(?:fl\.?\s*)?oz)(?![\p{L}\p{N}'’´`])\.?/giu;
/** Matches the start of a number that belongs to a fragrance, not to a bottle. */
const NUMBERED = /(?:\bn\s*[°º]|\bno\.?|№|#)\s*$/iu;
/** The least and most millilitres of a bottle. */
const LEAST = 0.5;
const MOST = 1000;

/** A size in whole millilitres, and the text without it. */
interface Size {
  ml: number;
  rest: string;
}

/** Finds the first size in a text: '100ml', '50 ML', '3.4 fl oz', which is 100 ml; undefined without any. */
export function findSize(text: string): Size | undefined {
  for (const { 0: whole, 1: number = '', 2: unit = '', index } of text.matchAll(WRITTEN)) {
    const factor = UNITS[/oz/i.test(unit) ? 'oz' : /^l/i.test(unit) ? 'l' : unit.toLowerCase()];
    const grouped = /[.,]\d{3}$/.test(number);
    const digits = grouped ? number.replace(/[.,]/g, '') : number.replace(',', '.');
    const exact = Number(digits) * (factor ?? 0);
    const before = text.slice(0, index);
    // A range or a multiple, such as '2 x 50 ml', is not the size of a bottle.
    const isOther = /\d\s*[x×+]\s*$/i.test(before) || NUMBERED.test(before);
    if (isOther || exact < LEAST || exact > MOST) continue;
    // Bottles labelled 3.4 or 1.7 oz contain 100 and 50 ml.
    const ml = /oz/i.test(unit) && exact >= 15 ? Math.round(exact / 5) * 5 : Math.round(exact);
    return { ml, rest: `${before} ${text.slice(index + whole.length)}` };
  }
  return undefined;
}

/** Returns the size if the text has nothing else: '30 ml', '(50ML)'. */
export function onlySize(text: string): number | undefined {
  const found = findSize(text);
  return found && /^[\s()[\]]*$/.test(found.rest) ? found.ml : undefined;
}
