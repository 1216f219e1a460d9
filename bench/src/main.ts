/**
 * Runs all scenarios, or the named ones: `npm run bench -- join idle`. Prints the measurements as a table and writes
 * them as JSON. It installs missing programs on Debian, and waits up to a minute while other programs use the
 * processors; figures that are measured beside them say so. Options set the size of scenarios:
 *
 * - `npm run bench -- scale --players 20000 --places 200 --sites 2,4 --seconds 30` compares sites that share a load with one
 *   site. A place takes at most 100 players.
 * - `npm run bench -- catalog --assets 1000000 --database PostgreSQL`: the default database is SQLite.
 * - `npm run bench -- ledger-take-over --rounds 50` inflicts each fault this many times.
 * - `npm run bench -- ledger-size --events 10000000` sets the size of the largest ledger.
 *
 * `npm run bench -- compare <commit> [scenario…]` measures the checkout and a commit in turns, and says which figures
 * differ beyond noise.
 */
import { parseArgs } from 'node:util'
import { compare } from './compare.ts'
import { isReached } from './measurement.ts'
import { say } from './progress.ts'
import { tableOf, writeResults } from './report.ts'
import { runAll, type Scenario } from './run.ts'
import { scenariosOf } from './scenarios.ts'

const { values, positionals, tokens } = parseArgs({
  allowPositionals: true,
  tokens: true,
  options: {
    players: { type: 'string', default: '20000' },
    places: { type: 'string', default: '200' },
    assets: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '10000000' },
    database: { type: 'string', default: 'SQLite' },
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '50' },
    sites: { type: 'string', default: '2,4' },
  },
})

/** Scenarios that are compared by default: a few that take little time and cover most targets. */
const quick = ['presence', 'join', 'games-page', 'ledger-transact', 'purchases', 'idle']

const all = scenariosOf({
  players: Number(values.players),
  places: Number(values.places),
  assets: Number(values.assets),
  events: Number(values.events),
  database: values.database,
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  sites: values.sites.split(',').map(Number),
})

function named(names: readonly string[]): Scenario[] {
  const unknown = names.filter((name) => !all.some((scenario) => scenario.name === name))
  if (unknown.length === 0) return all.filter(({ name }) => names.includes(name))
  say(
    `There is no scenario ${unknown.join(', ')}. The scenarios are ${all.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}

const [command, commit, ...names] = positionals
if (command === 'compare') {
  if (commit === undefined) {
    say('Name the commit: npm run bench -- compare <commit> [scenario…]')
    process.exit(1)
  }
  const options = tokens.flatMap((token) =>
    token.kind === 'option' ? `${token.rawName}=${token.value}` : [],
  )
  process.stdout.write(`\n${await compare(commit, named(names.length > 0 ? names : quick), options)}\n`)
  process.exit()
} else {
  const measurements = await runAll(positionals.length > 0 ? named(positionals) : all)
  process.stdout.write(`\n${tableOf(measurements)}\n\n${await writeResults(measurements)}\n`)
  if (!measurements.every(isReached)) process.exitCode = 1
}
