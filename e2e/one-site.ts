/** Whole-system tests that say nothing about several sites, with the reason. They always run on one site, and only there. */
export const onlyOnOneSite: Readonly<Record<string, string>> = {
  'account-recovery': 'compares links and texts; email-links.test.ts sends mail from several',
  'administration-access': 'requests every route; standing.test.ts changes levels on several',
  alerts: 'reads the metrics of one process',
  'route-access': 'requests every route; standing.test.ts moderates users of several',
  codes: 'compares the formats of refusals',
  contract: 'compares answers of a stand-in for a site',
  launcher: 'installs a package of one site',
  'database-cuts': 'cuts the connections of one site; outages.test.ts cuts those of several',
  demo: 'starts a program of its own',
  deploy: 'checks files of one machine',
  'deploy-proxies': 'puts each reverse proxy of deploy/ in front of one site',
  'documented-commands': 'runs commands of the documentation',
  'first-account': 'reads the set-up secret in the data directory of one site',
  'invalid-queries': 'compares the formats of refusals',
  'game-data': 'kills the only site under a game that saves',
  'haproxy-fragment': 'puts HAProxy as documented in front of one site',
  'hostile-server': 'checks the sandbox of one machine',
  'first-game': 'starts one site with a configuration of its own',
  'gameserver-keys': 'compares configurations of one process',
  'https-cookies': 'states the port on which a proxy with https reaches one process',
  http: 'compares the formats and the metrics of one process',
  'money-away': 'compares what one site answers without the ledger',
  'minetest-server': 'runs the engine on one machine; dedicated.test.ts starts servers for several sites',
  'minetest-worlds': 'runs the engine on one machine, and removes the folder of a server',
  orchestrator: 'kills the orchestrator of one machine; dedicated.test.ts does so with several',
  'payments-crash': 'kills one process that uses SQLite',
  'playable-demo': 'starts a program of its own',
  'playing-survives':
    'cuts the power of one machine; cluster/deaths.test.ts kills sites with players and uploads',
  'plain-forms': 'compares pages for browsers without scripts',
  'proxy-key': 'puts each reverse proxy of deploy/ in front of one site',
  'publish-headers': 'compares the formats of refusals',
  reconcile: 'compares the ledger with the database, in one process',
  'service-command': 'starts a service of one machine as another user',
  share: 'compares previews, feeds and the site map; place-settings.test.ts uploads to several',
  'site-process': 'compares the headers, the log and the end of one process',
  starting: 'starts no site that serves',
  statements: 'counts the statements of one process',
  stopping: 'stops one process',
  'token-scopes': 'requests every route; tokens.test.ts sends tokens to several',
  upgrade: 'upgrades an installation on SQLite',
  watching: 'reads the metrics of one process',
  'verified-players': 'runs a game server; cluster/verified-players.test.ts verifies with several sites',
  'waiting-pictures': 'starts one site with a configuration of its own',
  'webhooks-killed': 'kills the only process that sends events',
  workers: 'has several processes of its own',
}

/**
 * Whole-system tests that each run of continuous integration repeats on one site, with what they test there. It runs all
 * others on several sites only. Rows of `contract/` test accounts, people and posts in SQLite.
 */
export const onOneSiteAsWell: Readonly<Record<string, string>> = {
  assets: 'one process asks the asset cloud once',
  backup: 'a backup of SQLite and of a folder',
  creating: 'approval in SQLite, files in a folder',
  notifications: 'streams without signals between processes',
  playing: 'sessions in SQLite',
  'playing-files': 'place files in a folder',
}

/**
 * Tests of the interface's tables, which run on one site only: each row is one request, and says nothing about several. Scenarios
 * of `system/` send the same requests to several sites.
 */
export const tables = 'e2e/contract/**/*.test.ts'

/** Whether the same run tests several sites, as in `npm test -- all`. The tests on one site then skip repeated scenarios. */
export const severalSitesTested = process.env.SEVERAL_SITES_TESTED === 'true'

/** Returns the paths of whole-system tests. */
export const pathsOf = (tests: Readonly<Record<string, string>>): string[] =>
  Object.keys(tests).map((name) => `e2e/system/${name}.test.ts`)
