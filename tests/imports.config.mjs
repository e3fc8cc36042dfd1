// Which folder may import which (the map of the house, README.md). Paths are of the resolved file.
const ours = '^src/';
const only = (name, from, allowed, fromNot) => ({
  name,
  severity: 'error',
  from: { path: from, ...(fromNot ? { pathNot: fromNot } : {}) },
  to: { path: ours, pathNot: allowed },
});
const site = '^src/site';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nobody-imports-pages-or-scripts',
      severity: 'error',
      from: { path: ours },
      to: { path: '^(src/site/pages|tests|scripts)/' },
    },
    only('domain-imports-nothing-of-ours', '^src/domain', '^src/domain'),
    only('config-imports-domain', '^src/config', '^src/(config|domain)'),
    only('contract-imports-domain', '^src/contract', '^src/(contract|domain)'),
    only('site-client', `${site}/client`, '^src/(site/client|contract|config|domain)'),
    only('site-stores', `${site}/stores`, '^src/(site/(stores|client)|contract|config|domain)'),
    only(
      'site-controls-and-islands',
      `${site}/(controls|islands)`,
      '^src/(site/(controls|islands|stores|client|pictures|styles/(islands|quick-view|search)[.]css)|contract|config|domain)',
    ),
    only('site-catalogue', `${site}/catalogue`, '^src/(site/catalogue|contract|config|domain)'),
    only('site-stays-in-the-site', site, '^src/(site|contract|config|domain)'),
    only(
      'programs',
      '^src/(backend|paystack-sandbox)',
      '^src/(contract|domain|config|$1)',
      '[.]test[.]ts$',
    ),
    // A release carries the rules for hosts, and its links are judged by them.
    only(
      'publisher',
      '^src/publisher',
      '^src/(publisher|server/(hosting|emit-hosting|nginx|page-policy)|contract|domain|config)',
    ),
    // The adapter is tested against the sandbox's real HTTP.
    only(
      'tests-of-programs',
      '^src/(backend|publisher|paystack-sandbox)/.*[.]test[.]ts$',
      '^src/(contract|domain|config|$1|paystack-sandbox/sandbox[.]harness[.]ts)',
    ),
    only('server-mounts-backend', '^src/server', '^src/(server|backend|contract|domain|config)'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.astro'],
    },
  },
};
