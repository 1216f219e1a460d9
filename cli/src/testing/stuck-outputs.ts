import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Opens descriptors that accept no byte until the test ends. */
export const stuckOutputs = {
  'a full disk': () => open('/dev/full', constants.O_WRONLY),
  'a pipe whose reader has gone': () => {
    const path = makeFifo()
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const writer = open(path, constants.O_WRONLY)
    closeSync(reader)
    return writer
  },
  'a pipe whose reader has stopped': () => {
    const path = makeFifo()
    // This end also counts as a reader.
    const filler = open(path, constants.O_RDWR | constants.O_NONBLOCK)
    try {
      for (;;) writeSync(filler, Buffer.alloc(4_096))
    } catch {
      // It is full.
    }
    return open(path, constants.O_WRONLY)
  },
}

function open(path: string, flags: number): number {
  const fd = openSync(path, flags)
  onTestFinished(() => closeSync(fd))
  return fd
}

function makeFifo(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fifo-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'fifo')
  execFileSync('mkfifo', [path])
  return path
}
