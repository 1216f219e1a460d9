/**
 * The house's arrows (docs/architecture.md), for dependency-cruiser:
 * demo -> cli -> site, client-api, economy, orchestrator -> platform -> economy/contract, and inside platform a feature
 * imports only what it may stand on.
 */

/** Tests, and what they stand on, may use anything. */
const test = '(\\.test\\.ts$|/testing/)'

/** What each part may import of the others. */
const parts = {
  economy: [],
  orchestrator: [],
  platform: ['economy/contract\\.ts'],
  'client-api': ['platform/'],
  site: ['platform/'],
  cli: ['site/', 'client-api/', 'economy/', 'orchestrator/', 'platform/'],
  demo: ['cli/', 'platform/'],
}

/** What each feature of platform may import of the others; everything may import foundation and economy. */
const features = {
  foundation: [],
  economy: ['foundation'],
  audit: ['foundation', 'accounts'],
  accounts: ['foundation', 'audit'],
  'asset-cloud': ['foundation'],
  renderer: ['foundation'],
  models: ['foundation', 'renderer'],
  renders: ['foundation', 'accounts', 'audit', 'renderer'],
  payments: ['foundation', 'economy'],
  catalog: [
    'foundation',
    'accounts',
    'asset-cloud',
    'audit',
    'economy',
    'models',
    'notifications',
    'payments',
    'renderer',
    'renders',
  ],
  avatars: ['foundation', 'accounts', 'audit', 'catalog', 'renderer', 'renders'],
  banners: ['foundation', 'accounts', 'audit'],
  flags: ['foundation', 'accounts', 'audit'],
  storage: ['foundation'],
  media: ['foundation', 'accounts', 'storage'],
  notifications: ['foundation', 'accounts'],
  social: ['foundation', 'accounts', 'notifications'],
  orchestrator: ['foundation'],
  places: ['foundation', 'accounts', 'audit', 'social', 'storage', 'orchestrator'],
  servers: ['foundation', 'accounts', 'orchestrator', 'places'],
  styling: ['foundation', 'accounts'],
  wallet: ['foundation', 'accounts', 'economy'],
  groups: ['foundation', 'accounts', 'audit', 'notifications', 'payments'],
  treasury: ['foundation', 'accounts', 'audit', 'economy', 'notifications', 'payments', 'wallet'],
  creations: [
    'foundation',
    'accounts',
    'audit',
    'catalog',
    'models',
    'notifications',
    'payments',
    'renders',
    'storage',
  ],
  reviews: [
    'foundation',
    'accounts',
    'audit',
    'avatars',
    'catalog',
    'creations',
    'models',
    'moderation',
    'notifications',
    'renders',
  ],
  takedowns: ['foundation', 'accounts', 'audit', 'moderation', 'notifications', 'places'],
  posts: ['foundation', 'accounts', 'audit', 'notifications', 'social'],
  search: ['foundation', 'accounts', 'profiles', 'places', 'catalog', 'groups'],
  moderation: ['foundation', 'accounts', 'audit', 'notifications', 'places', 'search'],
  reports: ['foundation', 'accounts', 'audit', 'notifications', 'catalog', 'groups', 'places', 'posts'],
  figures: [
    'foundation',
    'accounts',
    'economy',
    'moderation',
    'orchestrator',
    'payments',
    'places',
    'renders',
    'reports',
    'reviews',
    'takedowns',
  ],
  profiles: ['foundation', 'accounts', 'social', 'places', 'posts', 'groups'],
  upkeep: [
    'foundation',
    'accounts',
    'catalog',
    'creations',
    'economy',
    'figures',
    'media',
    'notifications',
    'payments',
    'places',
    'renders',
  ],
}

const otherPart = (part, allowed) => ({
  name: `${part} imports only what is below it`,
  severity: 'error',
  from: { path: `^${part}/`, pathNot: test },
  to: {
    path: `^(?!${part}/)(${[...Object.keys(parts), 'e2e', 'bench', 'tools'].join('|')})/`,
    pathNot: allowed.map((path) => `^${path}`),
  },
})

const otherFeature = (feature, allowed) => ({
  name: `platform/${feature} imports only what it may stand on`,
  severity: 'error',
  from: { path: `^platform/src/${feature}/`, pathNot: test },
  to: {
    path: '^platform/src/',
    // The type of the whole database is put together from every feature's tables; it is a type, and no more.
    pathNot: [`^platform/src/(${[feature, ...allowed].join('|')})/`, '^platform/src/database\\.ts$'],
  },
})

export default {
  forbidden: [
    ...Object.entries(parts).map(([part, allowed]) => otherPart(part, allowed)),
    ...Object.entries(features).map(([feature, allowed]) => otherFeature(feature, allowed)),
    {
      name: 'a rule is pure: no database, no files, no network',
      severity: 'error',
      from: { path: '/rules\\.ts$' },
      to: { path: '(^|/)(kysely|node:fs|node:http|fs|http|pg)(/|$)|/(queries|database)\\.ts$' },
    },
    {
      name: 'platform knows neither HTTP nor Svelte',
      severity: 'error',
      // The asset cloud's client asks others, and chooses which addresses a name may mean, which `fetch` cannot.
      from: {
        path: '^platform/src/',
        pathNot: [test, '^platform/src/asset-cloud/download\\.ts$'],
      },
      to: { path: '(^|node_modules/)(hono|svelte|@sveltejs/kit|@hono/node-server)(/|$)|^(node:)?http$' },
    },
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'every import leads somewhere',
      severity: 'error',
      from: { path: '^(economy|platform|client-api|orchestrator|cli|demo|e2e|bench)/' },
      to: { couldNotResolve: true, pathNot: '^@baseplate/site/handler$' },
    },
    {
      name: 'nobody uses the testing folders but tests',
      severity: 'error',
      from: { pathNot: [test, '/testing/', '^e2e/', '^bench/'] },
      to: { path: '/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.svelte-kit)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
    },
  },
}
