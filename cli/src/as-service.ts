/** Runs a command for `deploy/baseplate`, with the services' environment instead of the caller's. */
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { parseEnvironmentFile } from './environment-file.ts'

const file = process.env.BASEPLATE_ENVIRONMENT || '/etc/baseplate/environment'

/** The environment that the units in `deploy/systemd/` set. */
const unitEnvironment = {
  NODE_ENV: 'production',
  BASEPLATE_DATA: '/var/lib/baseplate/data',
  ORCHESTRATOR_SANDBOX: 'bwrap',
}

/** The caller's variables that only concern the terminal, and the one that may lead to a library of Node.js (tools/runtime.mjs). */
const keptOfCaller = ['PATH', 'TERM', 'LANG', 'TZ', 'NO_COLOR', 'FORCE_COLOR', 'LD_LIBRARY_PATH']

function readFileVariables(): Record<string, string> {
  try {
    return parseEnvironmentFile(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    process.stderr.write(`The environment of the services cannot be read: ${message}.\n`)
    process.exit(1)
  }
}

const args = process.argv.slice(2)
const given: Record<string, string> = {}
for (let match = assignment(args[0]); match; match = assignment(args[0])) {
  given[match[1] ?? ''] = match[2] ?? ''
  args.shift()
}

function assignment(arg: string | undefined): RegExpExecArray | null {
  return /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(arg ?? '')
}

// The marker is of the services' own data directory.
const variables = readFileVariables()
if ('BASEPLATE_DATA' in given) delete variables.BASEPLATE_MARKER

const { username, homedir } = userInfo()
const environment: Record<string, string> = {
  HOME: homedir,
  USER: username,
  LOGNAME: username,
  ...Object.fromEntries(
    keptOfCaller.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  ),
  ...unitEnvironment,
  ...variables,
  ...given,
}

// Without this refusal, `BASEPLATE_DATA=/tmp/try baseplate verify` would silently check another directory.
for (const name of ['BASEPLATE_DATA', 'BASEPLATE_CONFIG', 'DATABASE_URL']) {
  const value = process.env[name]
  if (value === undefined || value === environment[name]) continue
  process.stderr.write(
    `${name} of your shell is ignored. To set it, write: baseplate ${name}=… ${args.join(' ')}\n`,
  )
}

const node = process.execPath
process.execve?.(node, [node, resolve(import.meta.dirname, 'main.mjs'), ...args], environment)
