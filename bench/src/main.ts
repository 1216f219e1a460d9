/**
 * Runs all scenarios, or the named ones. Prints the measurements as a table and writes them as JSON. Options set the
 * size of a scenario:
 *
 * - `npm run bench -- swarm --players 20000 --places 200 --seconds 60`: a place takes at most 100 players.
 * - `npm run bench -- scale --players 20000 --sites 2,4 --seconds 30` compares sites that share a load with one site.
 * - `npm run bench -- people --users 1000000 --database PostgreSQL`: the default database is SQLite.
 * - `npm run bench -- games --games 1000000` and `npm run bench -- catalog --assets 1000000`, also with `--database`.
 * - `npm run bench -- ledger-take-over --rounds 50` inflicts each fault this many times.
 */
import { parseArgs } from 'node:util'
import type { Measurement } from './measurement.ts'
import { isReached } from './measurement.ts'
import { tableOf, writeResults } from './report.ts'
import { asset } from './scenarios/asset.ts'
import { catalog } from './scenarios/catalog.ts'
import { games } from './scenarios/games.ts'
import { gamesPage } from './scenarios/games-page.ts'
import { idle } from './scenarios/idle.ts'
import { join } from './scenarios/join.ts'
import { ledgerLog } from './scenarios/ledger-log.ts'
import { ledgerReplicated } from './scenarios/ledger-replicated.ts'
import { ledgerSize } from './scenarios/ledger-size.ts'
import { ledgerTakeOver } from './scenarios/ledger-take-over.ts'
import { ledgerTransact } from './scenarios/ledger-transact.ts'
import { pageLoad } from './scenarios/page-load.ts'
import { people } from './scenarios/people.ts'
import { placeFile } from './scenarios/place-file.ts'
import { presence } from './scenarios/presence.ts'
import { purchases } from './scenarios/purchases.ts'
import { scale } from './scenarios/scale.ts'
import { signIns } from './scenarios/sign-ins.ts'
import { statements } from './scenarios/statements.ts'
import { swarm } from './scenarios/swarm.ts'

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    players: { type: 'string', default: '20000' },
    places: { type: 'string', default: '200' },
    users: { type: 'string', default: '1000000' },
    games: { type: 'string', default: '1000000' },
    assets: { type: 'string', default: '1000000' },
    database: { type: 'string', default: 'SQLite' },
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '50' },
    sites: { type: 'string', default: '2,4' },
  },
})

const scenarios: Record<string, () => Promise<Measurement[]>> = {
  presence,
  asset,
  join,
  'sign-ins': signIns,
  'games-page': gamesPage,
  'page-load': pageLoad,
  'place-file': placeFile,
  'ledger-transact': ledgerTransact,
  'ledger-replicated': ledgerReplicated,
  'ledger-log': ledgerLog,
  'ledger-take-over': () => ledgerTakeOver(Number(values.rounds)),
  'ledger-size': ledgerSize,
  purchases,
  idle,
  statements,
  people: () => people({ users: Number(values.users), database: values.database }),
  games: () => games({ games: Number(values.games), database: values.database }),
  catalog: () => catalog({ assets: Number(values.assets), database: values.database }),
  scale: () =>
    scale({
      players: Number(values.players),
      places: Number(values.places),
      seconds: Number(values.seconds),
      sites: values.sites.split(',').map(Number),
    }),
  swarm: () =>
    swarm({
      players: Number(values.players),
      places: Number(values.places),
      seconds: Number(values.seconds),
    }),
}

const unknown = named.filter((name) => !Object.hasOwn(scenarios, name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no scenario ${unknown.join(', ')}. The scenarios are ${Object.keys(scenarios).join(', ')}.\n`,
  )
  process.exit(1)
}

const measurements: Measurement[] = []
for (const [name, measure] of Object.entries(scenarios)) {
  if (named.length > 0 && !named.includes(name)) continue
  process.stderr.write(`${name} …\n`)
  measurements.push(...(await measure()))
}

process.stdout.write(`\n${tableOf(measurements)}\n\n${await writeResults(measurements)}\n`)
if (!measurements.every(isReached)) process.exitCode = 1
