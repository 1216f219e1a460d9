import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProgram } from '../../cli/src/program.ts'
import { type Call, Machine } from './shell.ts'

const root = resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Pages whose commands run elsewhere. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/game-clients.md': 'e2e/system/documented-commands.test.ts runs them in a product',
}

const turn = (page: string) => {
  if (page.endsWith('/install.md')) return -1
  return page.endsWith('/uninstalling.md') ? 1 : 0
}

/** Pages with commands, in an order in which a reader can follow them: a server is installed first, and removed last. */
const pages = globSync(['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/{operating,reference}/*.md'], {
  cwd: root,
})
  .filter((page) => !(page in elsewhere))
  .sort()
  .sort((one, other) => turn(one) - turn(other))
  .map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))

const withBlocks = pages.filter(({ text }) => text.includes('```sh\n'))

let folder: string
let machine: Machine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documented-'))
  machine = new Machine(folder)
})
afterAll(() => rm(folder, { recursive: true }))

/** Files that readers have when they come to a page. */
const had: Readonly<Record<string, string[]>> = {
  'docs/operating/install.md': [
    '/var/lib/baseplate/data/baseplate.sqlite',
    '/var/lib/baseplate/data/keys/economy',
  ],
  'docs/operating/backup.md': ['/var/lib/baseplate/data/baseplate.sqlite', 'data/baseplate.sqlite'],
  'docs/operating/object-storage.md': ['script.lua', 'join.lua'],
  'docs/operating/watching.md': [
    '/var/lib/baseplate/data/keys/economy',
    '/var/lib/baseplate/data/keys/orchestrator',
  ],
}

test.each(withBlocks)('every command of $page runs', ({ page, text }) => {
  machine.has(...(had[page] ?? []))
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block)
  for (const call of machine.run(blocks.join('\n'))) expect([call, faultOf(call)]).toEqual([call, undefined])
})

test('every command in a sentence has arguments that the program takes', () => {
  const commands = pages.flatMap(({ text }) =>
    [...text.matchAll(/`(?:npm run(?: --silent)? baseplate --|baseplate) ([^`|]+)/g)].map(
      ([, args = '']) => args,
    ),
  )
  expect(commands.length).toBeGreaterThan(20)
  for (const command of commands) {
    const args = command
      .replaceAll(/<[^>]+>|…/g, '1')
      .trim()
      .split(/\s+/)
    const end = args.indexOf('>')
    const call = ['baseplate', ...(end < 0 ? args : args.slice(0, end))]
    expect([command, faultOf(call, 'in a sentence')]).toEqual([command, undefined])
  }
})

/** Returns what is wrong with the call of a program of the project. */
function faultOf([program = '', ...args]: Call, where?: 'in a sentence'): string | undefined {
  if (program === 'npm') return npmFault(args)
  const site = args.findIndex((arg) => /^site\d$/.test(arg))
  if (program === 'docker' && args.includes('run') && site >= 0) return cliFault(args.slice(site + 1))
  if (program !== 'baseplate') return undefined
  // Variables of one command: docs/operating/install.md#the-program.
  const named = args.findIndex((arg) => !/^[A-Z_]+=/.test(arg))
  return cliFault(args.slice(named), where)
}

function npmFault([command = '', ...args]: readonly string[]): string | undefined {
  if (command !== 'run') return command in scripts || command === 'ci' ? undefined : `no npm ${command}`
  const [script = '', separator, ...given] = args.filter((arg) => arg !== '--silent')
  if (!(script in scripts)) return `no script ${script}`
  return script === 'baseplate' && separator === '--' ? cliFault(given) : undefined
}

/** Parses arguments as the command does, and runs nothing. */
function cliFault(args: readonly string[], where?: 'in a sentence'): string | undefined {
  const program = createProgram()
  const silence = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} })
    // A command that lacks its argument in a sentence is named, not called.
    if (where) for (const argument of command.registeredArguments) argument.required = false
    if (command.commands.length === 0) command.action(() => {})
    for (const inner of command.commands) silence(inner)
  }
  silence(program)
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}
