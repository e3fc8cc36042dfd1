/** A form of a page, with what a browser would send. */
export interface SeenForm {
  action: string;
  multipart: boolean;
  /** Hidden fields, texts, ticked boxes and chosen options, in order, without the buttons. */
  fields: [name: string, value: string][];
}

const decoded = (text: string): string =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value]) => [
      name,
      decoded(value ?? ''),
    ]),
  );

const CONTROL =
  /<(?:input\b[^>]*|(textarea)\b([^>]*)>(.*?)<\/textarea|(select)\b([^>]*)>(.*?)<\/select)>/gs;

/** Returns the forms of a page that are sent by POST. Our pages are written by JSX, so their markup is regular. */
export const formsOf = (html: string): SeenForm[] =>
  [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(([, tag = '', inside = '']) => {
    const form = attributesOf(tag);
    if (form.method !== 'post') return [];
    return [
      {
        action: (form.action ?? '').replace(/\?form=[\w-]{22}$/, ''),
        multipart: form.enctype === 'multipart/form-data',
        fields: [...inside.matchAll(CONTROL)].flatMap(fieldsOf),
      },
    ];
  });

function fieldsOf(match: RegExpMatchArray): [string, string][] {
  const [whole, area, areaTag = '', text = '', select, selectTag = '', options = ''] = match;
  if (area) return named(attributesOf(areaTag).name, decoded(text.replace(/^\n/, '')));
  if (select) {
    const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, tag = '']) =>
      attributesOf(tag),
    );
    const chosen = all.find((option) => 'selected' in option) ?? all[0];
    return chosen ? named(attributesOf(selectTag).name, chosen.value ?? '') : [];
  }
  const input = attributesOf(whole);
  const ticks = input.type === 'checkbox' || input.type === 'radio';
  if ((ticks && !('checked' in input)) || input.type === 'file' || input.type === 'submit')
    return [];
  return named(input.name, input.value ?? (ticks ? 'on' : ''));
}

const named = (name: string | undefined, value: string): [string, string][] =>
  name ? [[name, value]] : [];
