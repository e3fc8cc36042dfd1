import { OUD_WOOD } from '../support/shop.ts';

/** The headlines of the page for each kind of link. */
export const WORDS = {
  empty: 'This link holds no fragrances',
  two: 'This link holds two lists',
  long: 'This link is too long',
  many: 'This link holds too many fragrances',
  unread: 'This link cannot be read',
  unknown: 'Nothing of this can be bought now',
  choice: 'You have a cart already',
} as const;

/** A hostile link: its query, and the headline that it gets beside an existing cart. */
export interface HostileLink {
  query: string;
  word: keyof typeof WORDS;
}

const OUD = OUD_WOOD.id;
const base64 = (text: string) => `~${Buffer.from(text).toString('base64url')}`;
const times = (count: number, entry: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => entry(at)).join(',');

const SCRIPTS = [
  '<script>hacked=1</script>',
  '<img src=x onerror=hacked=1>',
  '<svg/onload=hacked=1>',
  '"><script>hacked=1</script>',
  "';hacked=1;//",
  'javascript:hacked=1',
  'data:text/html,<script>hacked=1</script>',
  '<iframe srcdoc="<script>parent.hacked=1</script>">',
  '{{constructor.constructor("hacked=1")()}}',
  '$' + '{hacked=1}',
  '<a href=//evil.example>win</a>',
  '</script><script>hacked=1</script>',
  '<style>*{display:none}</style>',
  '<meta http-equiv=refresh content=0;url=//evil.example>',
  '<base href=//evil.example>',
  '<form action=//evil.example><button>pay</button></form>',
  '<math><mi xlink:href="javascript:hacked=1">',
  '<template><script>hacked=1</script></template>',
  '<object data=//evil.example>',
  'You have won! Call 0700-EVIL <b>now</b>',
];

/** Invalid quantities: only a positive whole number without sign, leading zero or separators is valid. */
const QUANTITIES =
  `0 -1 %2B1 01 1.5 1e3 NaN Infinity -Infinity 0x10 1n 0b1 null undefined true [] {} %201 1%20 1;2 1|2 --1
  1/0 "1" '1' 1%00 %D9%A1 %EF%BC%91 %E2%88%9E %C2%BD 1_000 1%0A %E2%80%8B1 $1`.split(/\s+/);

/** More units than there are of anything: the page says how many are left. */
const GIANT = `1000 1001 99999 2147483648 9007199254740993 ${'9'.repeat(400)}`.split(' ');

const PROTOTYPE =
  `__proto__ constructor prototype toString hasOwnProperty valueOf __defineGetter__ __lookupSetter__
  isPrototypeOf then length window location`.split(/\s+/);

/** Invalid ids, by their characters. */
const RAW =
  `. .. a/b ../../etc/passwd %2e%2e a%2Fb ..%2f..%2fapi%2fauth %252e%252e a%5Cb %2F%2Fevil.example a%3Fb a%23b a%26b
  a%3Db a+b * %25 %25%25 %00 a%00b %0A %0D%0ASet-Cookie%3Aa %09 %7F %C2%85 %E2%80%AE %E2%80%8B %EF%BB%BF %F0%9F%98%88
  e%CC%81 %C3%A9 %ED%A0%80 %C0%AE%C0%AE %FF %E0%80%80 % %G1 ' %22 %60 tom-ford-%D0%BEud-wood a@b.example $ne {"$gt":""}
  1'or'1'='1 |ls a%20b ( [`.split(/\s+/);

/** Invalid ids in the form of encoded ones. */
const ENCODED = [
  ...'~ ~~ ~= ~A ~AA== ~!!! ~AAAA ~_w ~wK4 ~7aCA ~Li4 ~Lg ~Cg ~b3Vk= ~b3V ~b3VkZ ~%62 ~b3Vk%00 ~gICA ~YR ~4oI ~DQo'.split(
    ' ',
  ),
  `~${'A'.repeat(600)}`,
  base64('x'.repeat(201)),
  base64('a\u0000b'),
  base64('a\u007fb'),
];

/** Ids that no shop has. */
const STRANGE = [
  ...'... .htaccess index.html - _ -- -1 0 NaN undefined null'.split(' '),
  'a'.repeat(200),
  ...['a/b', '../..', 'a,b:c', 'a&b=c#d?e', '100%', '\u202eevil', 'e\u0301', '\ufeffoud', 'ا'].map(
    base64,
  ),
  ...[
    '😈'.repeat(40),
    'http://evil.example/',
    "1' or '1'='1",
    '%2e%2e%2f',
    'tom-ford-оud-wood',
  ].map(base64),
];

/** No list at all. */
const EMPTY =
  `? ?items ?items= ?items=, ?items=%2C%2C%2C ?&&& ?= ?=a:1 ?ITEMS=a:1 ?item=a:1 ?items[]=a:1 ?items[0]=a:1 ?items%00=a:1
  ?__proto__[items]=a:1 ?constructor.prototype.items=a:1 ?continue_to=//evil.example ?line_items/0/id=a ?items#a:1
  ?x=1&%2569tems=a:1`.split(/\s+/);

const as = (word: HostileLink['word'], ...queries: string[]): HostileLink[] =>
  queries.map((query) => ({ query, word }));
const items = (word: HostileLink['word'], ...lists: string[]) =>
  as(word, ...lists.map((list) => `?items=${list}`));

/** More than two hundred links. The entries of one link are of one kind, so its headline is known. */
export const HOSTILE: readonly HostileLink[] = [
  ...items('unread', ...SCRIPTS.map((script) => `${encodeURIComponent(script)}:1`)),
  ...items('unread', ...SCRIPTS.map((script) => `${OUD}:${encodeURIComponent(script)}`)),
  ...items('unknown', ...SCRIPTS.map((script) => `${base64(script)}:1`)),
  ...items('unread', ...QUANTITIES.map((quantity) => `${OUD}:${quantity}`)),
  ...items('choice', ...GIANT.map((quantity) => `${OUD}:${quantity}`)),
  ...items('unknown', ...PROTOTYPE.map((id) => `${id}:1`)),
  ...items('unread', ...RAW.map((id) => `${id}:1`)),
  ...items('unread', ...ENCODED.map((id) => `${id}:1`)),
  ...items('unknown', ...STRANGE.map((id) => `${id}:1`)),
  ...as('empty', '', ...EMPTY),
  // Other separators, and too many of the right ones.
  ...items(
    'unread',
    ...': ::: a a: a:1:1 a::1 a:,b: a:1|b:1 a=1 a%253A1 a:1;b:1 a:1%0Ab:1 1,2,3 a:1%252Cb:1'.split(
      ' ',
    ),
  ),
  ...items(
    'unread',
    OUD,
    times(3000, () => ':'),
  ),
  // Double lists: no order of them is the right one.
  ...as('two', '?items=a:1&items=b:1', '?items=&items=', `?items=${OUD}:1&items=${OUD}:1`),
  ...as(
    'two',
    `?items=${OUD}:1&%69tems=a:1`,
    `?${times(50, () => 'items=a:1').replaceAll(',', '&')}`,
  ),
  // Size. Servers refuse addresses from 16,000 characters on.
  ...items(
    'many',
    times(101, (at) => `p${at}:1`),
    times(1000, (at) => `${at}:1`),
  ),
  ...items(
    'long',
    'a'.repeat(9000),
    times(1500, (at) => `${at}:1`),
    '%3C'.repeat(3000),
  ),
  ...as('long', `?x=${'y'.repeat(9000)}&items=${OUD}:1`),
  // An existing fragrance, with something else beside it.
  ...items(
    'choice',
    times(250, () => `${OUD}:1`),
    `,,,${OUD}:2,,,`,
    `${OUD}:2,<script>:1,..:1,~Li4:9`,
  ),
  ...items('choice', `${OUD}:2,__proto__:1`, `${OUD}:2,${times(90, (at) => `no-such-${at}:1`)}`),
  ...as(
    'choice',
    `?items=${OUD}:2&continue_to=//evil.example`,
    `?buyer/email=a@b.example&items=${OUD}:2`,
  ),
  ...as('choice', `?items=${OUD}%3A2&__proto__=x`, `?next=javascript:hacked=1&items=${OUD}:2`),
];
