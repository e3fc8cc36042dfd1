/** Millilitres of a unit. */
const UNITS: Readonly<Record<string, number>> = { ml: 1, cl: 10, l: 1000, oz: 29.5735 };
const WRITTEN = /(\d+(?:[.,]\d+)?)\s*(ml|cl|l(?:iters?|itres?)?|(?:fl\.?\s*)?oz)\b\.?/iu;

/** A size in whole millilitres, and the text without it. */
interface Size {
  ml: number;
  rest: string;
}

/** Finds a size in a text: '100ml', '50 ML', '3.4 fl oz', which is 100 ml; undefined without any. */
export function findSize(text: string): Size | undefined {
  const found = WRITTEN.exec(text);
  const [whole = '', number = '', unit = ''] = found ?? [];
  const factor = UNITS[/oz/i.test(unit) ? 'oz' : /^l/i.test(unit) ? 'l' : unit.toLowerCase()];
  const exact = Number(number.replace(',', '.')) * (factor ?? 0);
  // Bottles of 3.4 or 1.7 oz are made as 100 and 50 ml.
  const ml = /oz/i.test(unit) && exact >= 15 ? Math.round(exact / 5) * 5 : Math.round(exact);
  if (!found || ml < 1 || ml > 100_000) return undefined;
  // A range, or one of several numbers: '2 x 50 ml' says no size of the bottle.
  if (/\d\s*[x×+]\s*$/i.test(text.slice(0, found.index))) return undefined;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`;
  return { ml, rest };
}

/** The size if a text says nothing else: '30 ml', '(50ML)'. */
export function onlySize(text: string): number | undefined {
  const found = findSize(text);
  return found && /^[\s()[\]]*$/.test(found.rest) ? found.ml : undefined;
}
