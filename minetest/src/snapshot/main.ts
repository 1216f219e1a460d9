/**
 * Prints a ZIP archive of the world in the working folder: `node main.ts <bytes>`. The orchestrator runs it as it runs the server
 * (docs/reference/orchestrator.md#worlds). Exits with code 1 if the archive is incomplete.
 */
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { snapshot } from './snapshot.ts'

/** Maximum number of files and folders of a world. */
const entriesMax = 20_000

/** Low, because players notice a server that waits for the processor. */
const niceness = 10

const bytes = Number(process.argv[2])
try {
  if (!Number.isSafeInteger(bytes) || bytes <= 0)
    throw new Error('usage: main.ts <maximum bytes of the world>')
  setPriority(niceness)
  await pipeline(snapshot(process.cwd(), { entries: entriesMax, bytes }), process.stdout)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
