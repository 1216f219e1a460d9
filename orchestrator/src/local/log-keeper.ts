/**
 * Writes the output of game servers to their logs: `node log-keeper.ts <folder of logs> <limits>`.
 *
 * It is a separate process, so that servers neither end nor block when the orchestrator crashes. Without an orchestrator
 * it continues until the last server has closed its pipe.
 */
import { constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Answer, Request } from './logs.ts'
import { type LogLimits, RotatingLog } from './rotating-log.ts'

interface Followed {
  pipe: Socket
  log: RotatingLog
  /** Resolves when its last chunk is written. */
  copied: Promise<void>
  /** Whether a chunk is being written. */
  writing: boolean
}

const [folder = '', limitsText = ''] = process.argv.slice(2)
const limits: LogLimits = JSON.parse(limitsText)
const followed = new Map<number, Followed>()
let isReplaced = false

process.on('message', async (request: Request) => {
  if (request.is !== 'ping') await answer(request)
  report({ id: request.id })
})
process.once('disconnect', endWhenIdle)
// The next orchestrator's keeper continues where this one stops.
process.once('SIGTERM', () => handOver().finally(() => process.exit(0)))

async function answer(request: Exclude<Request, { is: 'ping' }>): Promise<void> {
  const { placeId } = request
  try {
    if (request.is === 'follow') follow(placeId, request.heading)
    else await flush(placeId)
  } catch (error) {
    report({ problem: `the log of place ${placeId}: ${(error as Error).message}` })
  }
}

function follow(placeId: number, heading: string | undefined): void {
  // A process that cannot be killed may still hold the pipe of the place's last server.
  followed.get(placeId)?.pipe.destroy()
  const fd = openSync(join(folder, String(placeId), 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK)
  const pipe = new Socket({ fd, writable: false })
  const log = new RotatingLog(join(folder, String(placeId), 'log'), limits)
  const output: Followed = { pipe, log, copied: Promise.resolve(), writing: true }
  followed.set(placeId, output)
  output.copied = copy(placeId, output, heading).finally(() => {
    if (followed.get(placeId) === output) followed.delete(placeId)
    if (!process.connected) endWhenIdle()
  })
}

async function copy(placeId: number, output: Followed, heading: string | undefined): Promise<void> {
  const { log } = output
  try {
    if (heading) await append(log, Buffer.from(`${heading}\n`), placeId)
    output.writing = false
    for await (const chunk of output.pipe) {
      output.writing = true
      await append(log, chunk, placeId)
      output.writing = false
    }
  } catch {
    // The pipe was replaced by that of the next server.
  } finally {
    output.writing = false
    await log.close()
  }
}

/** Appends to a log. A chunk that cannot be written is dropped: a server must not wait for a full disk. */
async function append(log: RotatingLog, chunk: Buffer, placeId: number): Promise<void> {
  await log.append(chunk).catch((error: Error) => {
    report({ problem: `the log of place ${placeId}: ${error.message}` })
  })
}

/** Resolves when all output of the place's server so far is in its log. */
async function flush(placeId: number): Promise<void> {
  // The event loop reads the pipe between two turns.
  for (let turn = 0; turn < 2 || isBusy(placeId); turn++) await setImmediate()
}

function isBusy(placeId: number): boolean {
  const output = followed.get(placeId)
  return output !== undefined && (output.writing || output.pipe.readableLength > 0)
}

/** Writes the chunks that were read, and leaves all others in the pipes. */
async function handOver(): Promise<void> {
  isReplaced = true
  const writes = [...followed].map(async ([placeId, { pipe, log, copied }]) => {
    const rest = readBuffered(pipe)
    pipe.destroy()
    await copied
    await append(log, rest, placeId)
  })
  await Promise.all(writes)
}

/** Reads until nothing is buffered, because one call of `read` may return only a part. */
function readBuffered(pipe: Socket): Buffer {
  const chunks: Buffer[] = []
  for (let chunk: Buffer | null = pipe.read(); chunk; chunk = pipe.read()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function report(message: Answer): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

function endWhenIdle(): void {
  if (followed.size === 0 && !isReplaced) process.exit(0)
}
