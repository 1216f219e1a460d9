/**
 * Simulates the players of a file, in a process of its own: `generator.ts <people.json>`. Each line of its input is a
 * command:
 *
 * - `play <count> <address>…` starts players up to this count. Requests go to the addresses in turn. Prints `playing`
 *   once every player has sent a heartbeat.
 * - `clear` resets the counts.
 * - `summary` prints the counts as JSON.
 */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createPlayer, type Person } from './player.ts'
import { createTally } from './tally.ts'

/** The interval that the join script sets for clients. */
const heartbeatMs = 15_000

/** Time that a player spends in a game before joining it again. */
const joinEveryMs = 10 * 60_000

const [file = ''] = process.argv.slice(2)
const people = JSON.parse(await readFile(file, 'utf8')) as Person[]
const tally = createTally()

let sites: string[] = []
let playing = 0
let requests = 0
const nextSite = () => sites[requests++ % sites.length] ?? ''

for await (const line of createInterface({ input: process.stdin })) {
  const [command, count, ...addresses] = line.split(' ')
  if (command === 'play') {
    sites = addresses
    play(Number(count))
  } else if (command === 'clear') tally.clear()
  else process.stdout.write(`${JSON.stringify(tally.summary())}\n`)
}

/** Starts more players, up to this many in all. */
function play(count: number): void {
  const more = people.slice(playing, count)
  playing = Math.max(playing, count)
  for (const person of more) {
    const player = createPlayer(nextSite, person, tally)
    repeat(heartbeatMs, () => player.sendHeartbeat())
    repeat(joinEveryMs, () => player.join())
  }
  setTimeout(() => process.stdout.write('playing\n'), more.length > 0 ? heartbeatMs : 0)
}

/** Repeats a request from a random moment, which spreads the load evenly. The tally counts failures. */
function repeat(everyMs: number, act: () => Promise<void>): void {
  const once = () => act().catch(() => {})
  setTimeout(() => {
    once()
    setInterval(once, everyMs)
  }, Math.random() * everyMs)
}
