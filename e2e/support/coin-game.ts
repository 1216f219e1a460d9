import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'

const folder = resolve(import.meta.dirname, '../../client/examples/lua')

/** Whether the machine has the programs of the game. */
export const hasLua = ['lua5.1', 'curl'].every((program) => spawnSync(program, ['-v']).error === undefined)

/** A run of the game `client/examples/lua/coins.lua`. */
export interface CoinGame {
  /** Sends a command. */
  send(line: string): void
  /** Waits for this number of lines with this first word since the start, and returns the last one's other words. */
  said(word: string, count?: number): Promise<string[]>
  /** Number of lines with this first word so far. */
  count(word: string): number
  /** Returns the reasons for which it has repeated requests. */
  log(): string
  /** Kills it as a power cut does. */
  kill(): Promise<void>
}

/** Starts a game server that keeps coins. @param badge number of the badge for ten coins */
export function startCoinGame(baseUrl: string, ticket: string, badge?: number): CoinGame {
  const awards = badge === undefined ? [] : [String(badge)]
  const child = spawn('lua5.1', ['coins.lua', baseUrl, ticket, ...awards], { cwd: folder, stdio: 'pipe' })
  const exited = new Promise<void>((ended) => child.once('exit', () => ended()))
  const lines: string[][] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line.split('\t')))
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const all = (word: string) => lines.filter(([first]) => first === word)
  return {
    send: (line) => void child.stdin.write(`${line}\n`),
    async said(word, count = 1) {
      const problems = () => [...all('problem'), ...all('refused')]
      await expect
        .poll(() => [all(word).length >= count, problems(), child.exitCode], { interval: 20 })
        .toEqual([true, [], null])
      return all(word)[count - 1]?.slice(1) ?? []
    },
    count: (word) => all(word).length,
    log: () => log,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
