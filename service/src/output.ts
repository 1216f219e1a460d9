import { constants, type fstatSync as FstatSync, fstatSync, openSync, write } from 'node:fs'
import { Socket } from 'node:net'
import { isatty } from 'node:tty'

/** Bytes buffered while the output is blocked. Further lines are dropped. */
const bufferedBytesMax = 8 << 20

/** Maximum size of a write that several texts share. */
const chunkBytesMax = 1 << 17

/** Minimum time between two writes of less than a chunk. A write costs as much as serving a small response. */
const writeIntervalMs = 10

/** Delay before a write to a blocked terminal is retried. */
const retryMs = 50

/** Delivers chunks, one at a time. */
interface Sink {
  write(chunk: Buffer, done: (error?: Error | null) => void): void
  /** Abandons the current write. Returns false when that is impossible. */
  abandon(): boolean
}

/**
 * Standard output or standard error of a service. A write never blocks the process, and a failed one never ends it: lines
 * that cannot be delivered are dropped and counted. `process.stdout` blocks on files and terminals, and Node cannot exit
 * while one of its threads is blocked in a write.
 */
export class Output {
  readonly #sink: Sink
  readonly #chunks: string[] = []
  #bufferedBytes = 0
  #writing = false
  #writtenAt = Number.NEGATIVE_INFINITY
  #droppedLines = 0
  #drained: PromiseWithResolvers<void> | undefined

  constructor(fd: number) {
    this.#sink = openSink(fd)
  }

  /** Lines that were never delivered. */
  get droppedLines(): number {
    return this.#droppedLines
  }

  /** Enqueues whole lines. */
  write(text: string): void {
    const bytes = Buffer.byteLength(text)
    if (this.#bufferedBytes + bytes > bufferedBytesMax) {
      this.#droppedLines += countLines(text)
      return
    }
    this.#bufferedBytes += bytes
    const last = this.#chunks.at(-1)
    if (last !== undefined && last.length + text.length <= chunkBytesMax) {
      this.#chunks[this.#chunks.length - 1] = last + text
    } else this.#chunks.push(text)
    if (!this.#writing) {
      this.#writing = true
      this.#schedule()
    }
  }

  /**
   * Waits up to this long until everything is written, and drops the rest. Returns false when a thread is still blocked in a
   * write, which keeps the process from exiting by itself.
   */
  async close(patienceMs: number): Promise<boolean> {
    if (!this.#writing) return true
    this.#drained = Promise.withResolvers()
    const patience = setTimeout(this.#drained.resolve, patienceMs)
    await this.#drained.promise
    clearTimeout(patience)
    return !this.#writing || this.#sink.abandon()
  }

  /** Defers the next write, so that all lines of this turn share it, and under load those of several turns. */
  #schedule(): void {
    const waitMs = this.#writtenAt + writeIntervalMs - performance.now()
    if (waitMs > 0 && this.#chunks.length <= 1) setTimeout(() => this.#writeNext(), waitMs)
    else setImmediate(() => this.#writeNext())
  }

  #writeNext(): void {
    const text = this.#chunks.shift()
    if (text === undefined) {
      this.#writing = false
      this.#drained?.resolve()
      return
    }
    const chunk = Buffer.from(text)
    this.#writtenAt = performance.now()
    this.#sink.write(chunk, (error) => {
      this.#bufferedBytes -= chunk.length
      if (error) this.#droppedLines += countLines(text)
      // Deferred: a sink that fails at once would otherwise recurse through all chunks.
      this.#schedule()
    })
  }
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function openSink(fd: number): Sink {
  const kind = kindOf(fd)
  if (kind?.isSocket()) return socketSink(fd)
  if (kind?.isFIFO()) return socketSink(openNonBlocking(fd) ?? fd)
  return fileSink((isatty(fd) ? openNonBlocking(fd) : undefined) ?? fd)
}

function kindOf(fd: number): ReturnType<typeof FstatSync> | undefined {
  try {
    return fstatSync(fd)
  } catch {
    // The descriptor was closed before this process started. Each write fails, and its lines are counted.
    return undefined
  }
}

/**
 * Reopens the file of a descriptor in non-blocking mode. `O_NONBLOCK` belongs to the open file, which other processes
 * share: set there, it would make their writes fail, and any of them may reset it. Returns undefined where the system does
 * not allow it.
 */
function openNonBlocking(fd: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return undefined
  }
}

/** Pipes and sockets: the event loop writes when there is room. */
function socketSink(fd: number): Sink {
  const socket = new Socket({ fd, readable: false, writable: true })
  socket.unref()
  // Each write reports its own failure. Once the reader is gone, all further writes fail.
  socket.on('error', () => undefined)
  return {
    write: (chunk, done) => void socket.write(chunk, done),
    abandon: () => {
      socket.destroy()
      return true
    },
  }
}

/** Files, terminals and devices: the thread pool writes, one chunk at a time. */
function fileSink(fd: number): Sink {
  let isWithinLine = false
  return {
    write(whole, done) {
      // A line that a full disk cut off is not continued. The next one begins on a line of its own.
      const chunk = isWithinLine ? Buffer.concat([Buffer.from('\n'), whole]) : whole
      const writeFrom = (at: number) => {
        write(fd, chunk, at, chunk.length - at, null, (error, written) => {
          if (error?.code === 'EAGAIN') setTimeout(writeFrom, retryMs, at).unref()
          else if (error) {
            isWithinLine ||= at > 0
            done(error)
          } else if (at + written < chunk.length) writeFrom(at + written)
          else {
            isWithinLine = false
            done()
          }
        })
      }
      writeFrom(0)
    },
    abandon: () => false,
  }
}
