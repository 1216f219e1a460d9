import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from './openapi/file.ts'

/** Returns the files of the example in CONTRIBUTING.md, by the path in their first line. Exports are added to their door. */
function exampleFiles(): Map<string, string> {
  const page = readFileSync(resolve(root, 'CONTRIBUTING.md'), 'utf8')
  const blocks = page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)
  return new Map(
    [...blocks].map(([, path = '', text = '']) => {
      const file = resolve(root, path)
      return [file, file.endsWith('/door.ts') ? readFileSync(file, 'utf8') + text : text]
    }),
  )
}

/** Returns the faults that TypeScript finds in these files, as if they were in the checkout. */
function faultsOf(files: ReadonlyMap<string, string>): string[] {
  const options = { noEmit: true, skipLibCheck: true, incremental: false }
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
  const config = ts.getParsedCommandLineOfConfigFile(resolve(root, 'site/tsconfig.json'), options, host)
  if (!config) throw new Error('site/tsconfig.json cannot be read')
  const compiler = ts.createCompilerHost(config.options)
  const linked = resolve(root, 'node_modules/@baseplate')
  const own = (path: string) => path.replace(`${linked}/`, `${root}/`)
  const overlaid = {
    ...compiler,
    fileExists: (path: string) => files.has(own(path)) || compiler.fileExists(path),
    readFile: (path: string) => files.get(own(path)) ?? compiler.readFile(path),
    realpath: (path: string) => (files.has(own(path)) ? own(path) : (compiler.realpath?.(path) ?? path)),
    getSourceFile: (path: string, version: ts.ScriptTarget | ts.CreateSourceFileOptions) => {
      const text = files.get(path)
      return text === undefined
        ? compiler.getSourceFile(path, version)
        : ts.createSourceFile(path, text, version)
    },
  }
  const declarations = config.fileNames.filter((file) => file.endsWith('.d.ts'))
  const program = ts.createProgram([...files.keys(), ...declarations], config.options, overlaid)
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return found.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
  })
}

test('the example of a use case compiles, from the verb to the route', () => {
  const files = exampleFiles()
  expect(files.size).toBe(4)
  expect(faultsOf(files)).toEqual([])
}, 120_000)
