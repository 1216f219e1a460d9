import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { isTooOld, oldestVersion, versionIn } from '@baseplate/minetest/engine-version'
import { findEngine } from '@baseplate/minetest/serve/engine'
import { bwrapArguments } from '@baseplate/orchestrator/sandbox'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { type Finding, fault, ok } from './finding.ts'

/** Time for a program to print a line. */
const patienceMs = 20_000

/** Schemes that browsers open themselves, or with another program. */
const takenSchemes = new Set([
  ...['about', 'blob', 'chrome', 'data', 'file', 'ftp', 'http', 'https', 'irc', 'javascript', 'magnet'],
  ...['mailto', 'minetest', 'news', 'sftp', 'sms', 'ssh', 'steam', 'tel', 'view-source', 'ws', 'wss'],
])

export interface EngineMachine {
  /** Path of the engine's server; undefined: not installed. */
  engine: string | undefined
  /** Runs a program. Returns undefined when it fails, and otherwise its output. */
  run: (argv: readonly string[]) => string | undefined
}

const thisMachine = (): EngineMachine => ({
  engine: findEngine(),
  run([program = '', ...args]) {
    const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', timeout: patienceMs })
    return status === 0 ? stdout : undefined
  },
})

/** Checks the engine Minetest on the machine that runs its servers. */
export function checkMinetest(config: Config, { engine, run }: EngineMachine = thisMachine()): Finding {
  const { LauncherScheme } = config.Client
  if (takenSchemes.has(LauncherScheme)) {
    return fault(
      `Client.LauncherScheme is ${LauncherScheme}, which other programs open`,
      'Choose a scheme of your own, such as baseplate-example.',
    )
  }
  const { Command } = config.Orchestrator
  if (!Command) return ok('not needed here: makers host their own servers')
  if (!engine)
    return fault('the package minetest-server is missing', 'Install it: apt install minetest-server.')
  const version = versionIn(run([engine, '--version']) ?? '')
  if (!version)
    return fault(`${engine} does not run`, 'Install it again: apt install --reinstall minetest-server.')
  if (isTooOld(version)) {
    return fault(
      `${engine} has version ${version.join('.')}`,
      `Install version ${oldestVersion.join('.')} or later, such as that of Debian 12.`,
    )
  }
  const summary = `version ${version.join('.')} (${engine}), opened by ${LauncherScheme}:`
  return canServe(config, Command, run) ? ok(summary) : fault(...cannotServe(config))
}

const cannotServe = ({ Orchestrator: { Sandbox } }: Config): [string, string] =>
  Sandbox === 'none'
    ? ['the program that starts servers does not run', 'Reinstall the product: npm ci.']
    : [
        `the program that starts servers does not run in the sandbox ${Sandbox}`,
        'Name the folders of the engine, of Node.js and of the product in Orchestrator.Readable, or remove that key.',
      ]

/** Runs the profile's own command as the orchestrator does. Another command is the operator's. */
function canServe({ Orchestrator }: Config, command: readonly string[], run: EngineMachine['run']): boolean {
  const [node = '', program = ''] = command
  if (!program.endsWith('/minetest/src/serve/main.ts')) return true
  const argv = [node, program, 'check']
  if (Orchestrator.Sandbox === 'none') return run(argv) !== undefined
  const server = { argv, work: tmpdir(), access: '/nowhere' }
  return run(['bwrap', ...bwrapArguments(server, Orchestrator.Readable, undefined)]) !== undefined
}
