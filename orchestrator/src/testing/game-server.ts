/**
 * A game server that does what a test wants of it: `node game-server.ts <behaviours file> <place id> <port> <serve URL>`.
 * The file has behaviours by place id, and `default` for all others.
 */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export interface Behaviour {
  /** Waits before it binds its port; -1: never binds it. */
  bindAfterMs?: number
  /** Ends with this code after a time. */
  exit?: { afterMs: number; code: number }
  /** Does not listen to SIGTERM. */
  stubborn?: boolean
  /** Takes so much memory once it is bound. */
  memoryBytes?: number
  /** Prints so many bytes. */
  printBytes?: number
  /** Prints a line, and a kilobyte more, again and again. */
  printEveryMs?: number
  /** Starts a helper, which ignores SIGTERM; `away`: in a session of its own. */
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
  const { bindAfterMs = 0, exit, stubborn, memoryBytes, printBytes, printEveryMs, helper } = behaviour
  if (stubborn) process.on('SIGTERM', () => undefined)
  console.log(JSON.stringify({ placeId, port, serveUrl, cwd: process.cwd(), env: process.env }))
  setInterval(() => undefined, 1_000)
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
  // Written to, or the system would lend it without giving it.
  if (memoryBytes) globalThis.kept = Buffer.alloc(memoryBytes, 1)
  for (let printed = 0; printed < (printBytes ?? 0); printed += 1_000)
    console.log(`${printed} `.padEnd(999, '.'))
}

declare global {
  var kept: Buffer | undefined
}
