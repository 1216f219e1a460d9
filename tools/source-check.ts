import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import ts from 'typescript'

/** Root of the checkout. */
export const root = resolve(import.meta.dirname, '..')

/** A check that looks at one file after the other. */
export interface SourceCheck {
  /** Patterns of the files, from the root of the checkout. */
  files: string
  exclude: readonly string[]
  visit: (file: string, source: string) => void
  /** Returns a sentence for each fault, and one about all of them. Called after the last file. */
  finish: () => { faults: readonly string[]; summary: string }
}

/** Generated files. */
export const generated = [
  '**/node_modules/**',
  '**/build/**',
  '**/.svelte-kit/**',
  '**/test-results/**',
  'client/src/schema.ts',
]

/** Shows each file to the checks that cover it, prints what they found, and sets the exit code. */
export async function runChecks(checks: readonly SourceCheck[]): Promise<void> {
  const covering = new Map<string, SourceCheck[]>()
  for (const check of checks)
    for await (const file of glob(check.files, { cwd: root, exclude: [...check.exclude] }))
      covering.set(file, [...(covering.get(file) ?? []), check])
  for (const [file, its] of covering) {
    const source = readFileSync(resolve(root, file), 'utf8')
    for (const check of its) check.visit(file, source)
  }
  for (const check of checks) {
    const { faults, summary } = check.finish()
    for (const fault of faults) process.stderr.write(`${fault}\n`)
    process.stdout.write(`${summary}\n`)
    if (faults.length > 0) process.exitCode = 1
  }
}

/** Scripts that were parsed last. A file has one, a component up to two and those of its attributes. */
const parsed = new Map<string, ts.SourceFile>()
const parsedMax = 8

/** Parses TypeScript. Checks of the same file share the result. */
export function parseScript(source: string): ts.SourceFile {
  const known = parsed.get(source)
  if (known) return known
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  if (parsed.size >= parsedMax) parsed.clear()
  parsed.set(source, file)
  return file
}
