/**
 * Allowed imports between packages and between platform's domains (docs/architecture.md), for dependency-cruiser.
 */

import { domains, pureFiles } from './domains.ts'

/** Tests and their fixtures may import anything. */
const test = '(\\.test\\.ts$|/testing/)'

/** The packages that each package may import, as patterns of paths. */
const parts = {
  service: [],
  storage: ['service/'],
  client: [],
  texts: [],
  economy: ['service/'],
  orchestrator: ['service/'],
  renderer: [],
  minetest: ['service/', 'renderer/'],
  platform: ['service/', 'storage/', 'economy/contract\\.ts', 'renderer/', 'minetest/', 'texts/'],
  'client-api': ['service/', 'storage/', 'platform/', 'renderer/', 'minetest/', 'texts/'],
  site: ['service/', 'storage/', 'platform/', 'renderer/', 'minetest/', 'texts/'],
  cli: [
    'service/',
    'storage/',
    'site/',
    'client-api/',
    'economy/',
    'orchestrator/',
    'platform/',
    'renderer/',
    'minetest/',
    'texts/',
  ],
  demo: ['service/', 'cli/', 'platform/', 'renderer/', 'minetest/'],
}

const otherPart = (part, allowed) => ({
  name: `${part} imports only packages below it`,
  severity: 'error',
  from: { path: `^${part}/`, pathNot: test },
  to: {
    path: `^(?!${part}/)(${[...Object.keys(parts), 'e2e', 'bench', 'website', 'tools'].join('|')})/`,
    pathNot: allowed.map((path) => `^${path}`),
  },
})

const otherDomain = (domain, allowed) => ({
  name: `platform/${domain} imports only domains below it`,
  severity: 'error',
  from: { path: `^platform/src/${domain}/`, pathNot: test },
  to: {
    path: '^platform/src/',
    pathNot: `^platform/src/(${[domain, ...allowed].join('|')})/`,
  },
})

/**
 * Code outside a domain imports its door, and pure files, which run in browsers as well. Files above the domains combine its
 * configuration, refusals and tables with those of the others.
 */
const behindDoor = (domain) => ({
  name: `outside platform/${domain}, only its door and its rules are imported`,
  severity: 'error',
  from: {
    path: '^(platform|client-api|site|cli|demo|bench)/',
    pathNot: [`^platform/src/${domain}/`, test],
  },
  to: {
    path: `^platform/src/${domain}/`,
    pathNot: [
      `^platform/src/${domain}/(door|config|refusals|tables)\\.ts$`,
      '/rules\\.ts$',
      ...pureFiles.map((file) => `^platform/src/${file}\\.ts$`),
    ],
  },
})

export default {
  forbidden: [
    ...Object.entries(parts).map(([part, allowed]) => otherPart(part, allowed)),
    ...Object.entries(domains).map(([domain, allowed]) => otherDomain(domain, allowed)),
    ...Object.keys(domains)
      .filter((domain) => domain !== 'foundation')
      .map(behindDoor),
    {
      name: 'a rule is pure: no database, no files, no network',
      severity: 'error',
      from: { path: '/rules\\.ts$' },
      to: { path: '(^|/)(kysely|node:fs|node:http|fs|http|pg)(/|$)|/(queries|database)\\.ts$' },
    },
    {
      name: 'a rule runs in browsers, where a door would bring its whole domain',
      severity: 'error',
      from: { path: ['/rules\\.ts$', ...pureFiles.map((file) => `^platform/src/${file}\\.ts$`)] },
      to: { path: '^platform/src/.*/door\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'platform knows neither HTTP nor Svelte',
      severity: 'error',
      // Clients of other hosts check the addresses of a name when they connect, which `fetch` cannot do.
      from: {
        path: '^platform/src/',
        pathNot: [test, '^platform/src/(assets/cloud/download|webhooks/sending/post)\\.ts$'],
      },
      to: { path: '(^|node_modules/)(hono|svelte|@sveltejs/kit|@hono/node-server)(/|$)|^(node:)?http$' },
    },
    {
      name: 'no circles, type-only imports included',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every import leads somewhere',
      severity: 'error',
      from: {
        path: '^(service|storage|texts|economy|platform|renderer|minetest|client-api|orchestrator|cli|demo|e2e|bench)/',
      },
      to: { couldNotResolve: true, pathNot: '^@baseplate/site/handler$' },
    },
    {
      name: 'a package declares the dependencies that it imports',
      severity: 'error',
      from: { path: `^(${Object.keys(parts).join('|')})/src/`, pathNot: test },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'only tests and benchmarks use the testing folders',
      severity: 'error',
      from: { pathNot: [test, '^e2e/', '^bench/', '^tools/image\\.ts$'] },
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
