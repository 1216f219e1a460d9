/** Prints the world of `game-server.ts`. A world that begins with `broken` fails in its middle, and one with `endless` never ends. */
import { readFileSync } from 'node:fs'

const text = readFileSync('world/text', 'utf8')
process.stdout.write(text)
if (text.startsWith('endless')) setInterval(() => process.stdout.write('.'.repeat(100)), 10)
if (text.startsWith('broken')) {
  process.stderr.write('the world is broken\n')
  process.exitCode = 1
}
