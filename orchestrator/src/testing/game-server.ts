/**
 * A game server with the behaviour that a test chooses: `node game-server.ts <behaviours file> <place id> <port> <serve URL>`.
 * The file contains behaviours by place id, and `default` for all other places.
 */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface Behaviour {
  /** Waits before it binds its port; -1: never binds it. */
  bindAfterMs?: number
  /** Ends with this code after a time. */
  exit?: { afterMs: number; code: number }
  /** Ignores SIGTERM. */
  stubborn?: boolean
  /** Allocates this much memory once its port is bound. */
  memoryBytes?: number
  /** Writes this text as its world. */
  world?: string
  /** Prints this many bytes. */
  printBytes?: number
  /** Prints a line and a kilobyte at this interval. */
  printEveryMs?: number
  /** Starts a helper, which ignores SIGTERM; `away`: in its own session. */
  helper?: 'here' | 'away'
}

const [file = '', placeId = '', port = '', serveUrl = ''] = process.argv.slice(2)
if (file === 'helper') {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 1_000)
} else {
  const behaviours: Record<string, Behaviour> = JSON.parse(readFileSync(file, 'utf8'))
  await behave(behaviours[placeId] ?? behaviours.default ?? {})
}

async function behave(behaviour: Behaviour): Promise<void> {
  const { bindAfterMs = 0, exit, stubborn, memoryBytes, printBytes, printEveryMs, helper, world } = behaviour
  if (stubborn) process.on('SIGTERM', () => undefined)
  console.log(JSON.stringify({ placeId, port, serveUrl, cwd: process.cwd(), env: process.env }))
  setInterval(() => undefined, 1_000)
  if (world !== undefined) {
    mkdirSync('world', { recursive: true })
    writeFileSync('world/text', world)
  }
  if (helper) {
    const script = [import.meta.filename, 'helper']
    spawn(process.execPath, script, { detached: helper === 'away', stdio: 'ignore' }).unref()
  }
  if (printEveryMs) {
    let turn = 0
    setInterval(() => console.log(`turn ${turn++}\n${'.'.repeat(1_000)}`), printEveryMs)
  }
  if (exit) {
    setTimeout(() => {
      console.log(`ending with ${exit.code}`)
      process.exit(exit.code)
    }, exit.afterMs)
  }
  if (bindAfterMs >= 0) {
    await delay(bindAfterMs)
    createSocket('udp4').bind(Number(port))
  }
  // The system only provides memory that is written to.
  if (memoryBytes) globalThis.allocated = Buffer.alloc(memoryBytes, 1)
  for (let printed = 0; printed < (printBytes ?? 0); printed += 1_000)
    console.log(`${printed} `.padEnd(999, '.'))
}

declare global {
  var allocated: Buffer | undefined
}
