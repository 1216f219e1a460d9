import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { OrchestratorFault } from './fault.ts'

/** Of a server's files, those that a command may name. Each is readable by the server alone. */
const fileHoles = ['scriptFile', 'ticketFile'] as const
const knownHoles = ['placeId', 'port', 'serveUrl', ...fileHoles] as const

export type FileHole = (typeof fileHoles)[number]
export type Holes = Record<Exclude<(typeof knownHoles)[number], FileHole>, string> &
  Partial<Record<FileHole, string>>

/** An operator's command. Its program was found when it was read. */
export interface Command {
  /** Files that it wants to be handed. */
  files: ReadonlySet<FileHole>
  /** Program and arguments for one server. */
  fill(values: Holes): string[]
}

/**
 * Reads the operator's command: a program, found as a shell would find it, and its arguments with holes such as `{port}`.
 * Each argument stays one argument, whatever fills its holes.
 *
 * @throws OrchestratorFault when there is no such program, or a hole that nothing fills.
 */
export function readCommand(argv: readonly string[], path = process.env.PATH ?? ''): Command {
  const [program = '', ...args] = argv
  for (const text of argv) {
    for (const [hole, name = ''] of text.matchAll(/\{([A-Za-z]+)\}/g)) {
      if (!(knownHoles as readonly string[]).includes(name) || text === program) {
        const known = knownHoles.map((known) => `{${known}}`).join(', ')
        throw new OrchestratorFault(
          `Orchestrator.Command: nothing fills ${hole} in ${JSON.stringify(text)}; arguments may have ${known}.`,
        )
      }
    }
  }
  const found = findProgram(program, path)
  if (found === undefined) {
    throw new OrchestratorFault(
      `Orchestrator.Command: there is no program ${JSON.stringify(program)} that can be run.`,
    )
  }
  return {
    files: new Set(fileHoles.filter((name) => args.some((argument) => argument.includes(`{${name}}`)))),
    fill: (values) => [found, ...args.map((argument) => fill(argument, values))],
  }
}

const holePattern = new RegExp(`\\{(${knownHoles.join('|')})\\}`, 'g')

function fill(argument: string, values: Holes): string {
  // In one pass: what fills a hole is not searched for others.
  return argument.replaceAll(holePattern, (_hole, name: keyof Holes) => values[name] ?? '')
}

/** Finds a program as a shell does; undefined when there is none that can be run. */
export function findProgram(program: string, path = process.env.PATH ?? ''): string | undefined {
  // A relative path would be looked for in each server's own folder.
  if (program.includes('/')) return isAbsolute(program) && canRun(program) ? program : undefined
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, program))
    .find(canRun)
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
