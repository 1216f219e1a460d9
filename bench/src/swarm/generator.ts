/**
 * Simulates all players of a file, in a process of its own: `generator.ts <people.json>`. Lines on its input are commands:
 * `sites` and addresses, to which requests go in turn; `clear` resets the counts; `summary` prints them as JSON. It prints
 * `playing` once every player has sent a heartbeat.
 */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createPlayer, type Person } from './player.ts'
import { createTally } from './tally.ts'

/** The interval that the join script sets for clients. */
const heartbeatMs = 15_000

/** Time that a player spends in a game before joining the next. */
const joinEveryMs = 10 * 60_000

const [file = ''] = process.argv.slice(2)
const people = JSON.parse(await readFile(file, 'utf8')) as Person[]
const tally = createTally()

let sites: string[] = []
let requests = 0
const nextSite = () => sites[requests++ % sites.length] ?? ''

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...addresses] = line.split(' ')
  if (command === 'sites') {
    if (sites.length === 0) play()
    sites = addresses
  } else if (command === 'clear') tally.clear()
  else process.stdout.write(`${JSON.stringify(tally.summary())}\n`)
}

function play(): void {
  for (const person of people) {
    const player = createPlayer(nextSite, person, tally)
    repeat(heartbeatMs, () => player.sendHeartbeat())
    repeat(joinEveryMs, () => player.join())
  }
  setTimeout(() => process.stdout.write('playing\n'), heartbeatMs)
}

/** Random start times spread the load evenly. The tally has counted any failure. */
function repeat(everyMs: number, act: () => Promise<void>): void {
  const once = () => act().catch(() => {})
  setTimeout(() => {
    once()
    setInterval(once, everyMs)
  }, Math.random() * everyMs)
}
