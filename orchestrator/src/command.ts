import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { OrchestratorFault } from './fault.ts'

const HOLES = ['placeId', 'port', 'serveUrl'] as const

export type Holes = Record<(typeof HOLES)[number], string>

/** What fills a command's holes, and looks for its program only once. */
export type Command = (values: Holes) => string[]

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
      if (!(HOLES as readonly string[]).includes(name) || text === program) {
        const known = HOLES.map((known) => `{${known}}`).join(', ')
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
  return (values) => [found, ...args.map((argument) => fill(argument, values))]
}

function fill(argument: string, values: Holes): string {
  // In one pass: what fills a hole is not searched for others.
  return argument.replaceAll(/\{(placeId|port|serveUrl)\}/g, (_hole, name: keyof Holes) => values[name])
}

function findProgram(program: string, path: string): string | undefined {
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
