/**
 * Simulates all players of a file, in a process of its own: `generator.ts <baseUrl> <people.json>`. It prints `playing`
 * once every player has pinged. The first line on its input resets the counts; the second makes it print the summary as
 * JSON and end.
 */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createPlayer, type Person } from './player.ts'
import { createTally } from './tally.ts'

/** The interval that the join script sets for clients. */
const pingEveryMs = 15_000

/** Time that a player spends in a game before joining the next. */
const joinEveryMs = 10 * 60_000

const [baseUrl = '', file = ''] = process.argv.slice(2)
const people = JSON.parse(await readFile(file, 'utf8')) as Person[]
const tally = createTally()

for (const person of people) {
  const player = createPlayer(baseUrl, person, tally)
  repeat(pingEveryMs, () => player.ping())
  repeat(joinEveryMs, () => player.join())
}
setTimeout(() => process.stdout.write('playing\n'), pingEveryMs)

let lines = 0
for await (const _ of createInterface({ input: process.stdin })) {
  lines += 1
  if (lines === 1) tally.clear()
  else break
}
process.stdout.write(`${JSON.stringify(tally.summary())}\n`, () => process.exit())

/** Random start times spread the load evenly. The tally has counted any failure. */
function repeat(everyMs: number, act: () => Promise<void>): void {
  const once = () => act().catch(() => {})
  setTimeout(() => {
    once()
    setInterval(once, everyMs)
  }, Math.random() * everyMs)
}
