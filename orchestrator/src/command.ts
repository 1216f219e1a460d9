import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { OrchestratorFault } from './fault.ts'

/** Placeholders of files, which only the server can read. */
const filePlaceholders = ['scriptFile', 'ticketFile'] as const
const placeholders = ['placeId', 'port', 'serveUrl', ...filePlaceholders] as const

export type FilePlaceholder = (typeof filePlaceholders)[number]
type Placeholders = Record<Exclude<(typeof placeholders)[number], FilePlaceholder>, string> &
  Partial<Record<FilePlaceholder, string>>

/** An operator's command, whose program exists. */
export interface Command {
  /** Files that it names. */
  files: ReadonlySet<FilePlaceholder>
  /** Returns program and arguments for one server. */
  fill(values: Placeholders): string[]
}

/**
 * Reads the operator's command: a program, found as a shell would find it, and arguments with placeholders such as `{port}`.
 * Each argument stays one argument, whatever its placeholders are replaced with.
 *
 * @throws OrchestratorFault when the program or a placeholder does not exist
 */
export function readCommand(argv: readonly string[], path = process.env.PATH ?? ''): Command {
  const [program = '', ...args] = argv
  for (const text of argv) {
    for (const [placeholder, name = ''] of text.matchAll(/\{([A-Za-z]+)\}/g)) {
      if (!(placeholders as readonly string[]).includes(name) || text === program) {
        const known = placeholders.map((known) => `{${known}}`).join(', ')
        throw new OrchestratorFault(
          `Orchestrator.Command: the placeholder ${placeholder} is not available in ${JSON.stringify(text)}; arguments may have ${known}.`,
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
    files: new Set(
      filePlaceholders.filter((name) => args.some((argument) => argument.includes(`{${name}}`))),
    ),
    fill: (values) => [found, ...args.map((argument) => fill(argument, values))],
  }
}

const placeholderPattern = new RegExp(`\\{(${placeholders.join('|')})\\}`, 'g')

function fill(argument: string, values: Placeholders): string {
  // In one pass, so that values are not searched for placeholders.
  return argument.replaceAll(
    placeholderPattern,
    (_placeholder, name: keyof Placeholders) => values[name] ?? '',
  )
}

/** Finds a program as a shell does. Returns undefined when there is no executable one. */
export function findProgram(program: string, path = process.env.PATH ?? ''): string | undefined {
  // A relative path would refer to each server's own folder.
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
