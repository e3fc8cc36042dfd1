import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { toShop } from '#config/shop.ts';
import { withChanges } from '#config/shop-changes.ts';
import { filesOf, readShopFolder, shopFolder } from '#config/shop-folder.ts';

const SHOP = fileURLToPath(new URL('../../config/shop.ts', import.meta.url));
const CAMPAIGNS = fileURLToPath(new URL('../../config/campaigns.ts', import.meta.url));
const COMPANY = fileURLToPath(new URL('../../config/company.ts', import.meta.url));
const DELIVERY = fileURLToPath(new URL('../../config/delivery.ts', import.meta.url));
const PICTURES = 'virtual:shop-pictures';
const PAGES = 'virtual:shop-pages';

/**
 * Gives the site the shop's folder (SHOP_DIR). Its facts become constants in place of the config/ modules that read it,
 * its pictures virtual:shop-pictures, its pages virtual:shop-pages. So no page's script reads or parses the folder.
 */
export function ownShop(): Plugin {
  const folder = shopFolder();
  const pictures = filesOf(folder, 'pictures', /\.jpg$/);
  const own = readShopFolder(folder);
  // The changes by staff, which the publisher has read (src/publisher/shop-changes.ts).
  const changed = withChanges(own, JSON.parse(process.env.SHOP_CHANGES || '{}'));
  // A banner that staff changed may name a missing picture. That does not stop a release.
  const pictured = changed.banners.every(({ picture }) => picture in pictures);
  const facts = pictured ? changed : { ...changed, banners: own.banners };
  const modules: Record<string, string> = {
    [SHOP]: `export const shop = ${JSON.stringify(toShop(facts))};`,
    [CAMPAIGNS]: `export const campaigns = ${JSON.stringify(facts.campaigns)};`,
    [DELIVERY]: `export const delivery = ${JSON.stringify(facts.delivery)};`,
    [COMPANY]: `export const company = ${JSON.stringify(facts.company)};`,
    [`\0${PICTURES}`]: tableOf('pictures', pictures, 'default'),
    [`\0${PAGES}`]: tableOf('pages', filesOf(folder, 'pages', /\.md$/), '*'),
  };
  return {
    name: 'turare-own-shop',
    enforce: 'pre',
    config: () => ({ server: { fs: { allow: ['.', folder] } } }),
    resolveId: (id) => (id === PICTURES || id === PAGES ? `\0${id}` : undefined),
    load: (id) => modules[id],
  };
}

/** Returns a module that exports the files' exports by file name. */
function tableOf(name: string, files: Record<string, string>, what: 'default' | '*'): string {
  const all = Object.entries(files);
  const imports = all.map(([, path], at) => {
    const binding = what === '*' ? `* as file${at}` : `file${at}`;
    return `import ${binding} from ${JSON.stringify(path)};`;
  });
  const entries = all.map(([key], at) => `${JSON.stringify(key)}: file${at}`);
  return `${imports.join('\n')}\nexport const ${name} = { ${entries.join(', ')} };`;
}
