/**
 * Plays as everybody in a file of people, in a process of its own: `generator.ts <baseUrl> <people.json>`. Prints
 * `playing` once everybody has pinged; at a line on its input it forgets what it counted, at the next it prints the
 * summary as JSON and ends.
 */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createPlayer, type Person } from './player.ts'
import { createTally } from './tally.ts'

/** As the join script tells clients. */
const pingEveryMs = 15_000

/** How long somebody plays a game before they join the next. */
const joinEveryMs = 10 * 60_000

const [baseUrl = '', file = ''] = process.argv.slice(2)
const people = JSON.parse(await readFile(file, 'utf8')) as Person[]
const tally = createTally()

for (const person of people) {
  const player = createPlayer(baseUrl, person, tally)
  again(pingEveryMs, () => player.ping())
  again(joinEveryMs, () => player.join())
}
setTimeout(() => process.stdout.write('playing\n'), pingEveryMs)

let lines = 0
for await (const _ of createInterface({ input: process.stdin })) {
  lines += 1
  if (lines === 1) tally.clear()
  else break
}
process.stdout.write(`${JSON.stringify(tally.summary())}\n`, () => process.exit())

/** Each at a moment of their own, so that a second is like the next. What fails has been counted. */
function again(everyMs: number, act: () => Promise<void>): void {
  const once = () => act().catch(() => {})
  setTimeout(() => {
    once()
    setInterval(once, everyMs)
  }, Math.random() * everyMs)
}
