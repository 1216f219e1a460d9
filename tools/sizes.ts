/**
 * Checks that files and functions can be read in one sitting (CONTRIBUTING.md): no file over 250 lines, no function over 60.
 * `npm run check` runs it.
 */
import ts from 'typescript'
import { generated, parseScript, runChecks, type SourceCheck } from './source-check.ts'

const fileLinesMax = 250
const functionLinesMax = 60

/** Returns a sentence for a file, or a function in it, that is too long. */
export function findLong(file: string, source: string): string[] {
  const lines = source.trimEnd().split('\n').length
  const found = lines > fileLinesMax ? [`${file} has ${lines} lines`] : []
  for (const { name, line, length } of functionsOf(file, source))
    if (length > functionLinesMax) found.push(`${file}:${line} ${name} has ${length} lines`)
  return found
}

/** Returns every function with its length in lines. Leaves out the callbacks of `describe`, which only group tests. */
export function functionsOf(file: string, source: string): { name: string; line: number; length: number }[] {
  const found: { name: string; line: number; length: number }[] = []
  for (const script of scriptsOf(file, source)) {
    const parsed = parseScript(script)
    const lineAt = (position: number) => parsed.getLineAndCharacterOfPosition(position).line + 1
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body && !isDescribed(node)) {
        const line = lineAt(node.getStart())
        found.push({ name: nameOf(node), line, length: lineAt(node.getEnd()) - line + 1 })
      }
      ts.forEachChild(node, visit)
    }
    visit(parsed)
  }
  return found
}

const isDescribed = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && /^(test\.)?describe\b/.test(parent.expression.getText())

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText()
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  const [title] = ts.isCallExpression(parent) ? parent.arguments : []
  return title && ts.isStringLiteralLike(title) ? `"${title.text}"` : 'a function'
}

/** Returns a script, or those of a component, each with the lines before it left blank. */
export function scriptsOf(file: string, source: string): string[] {
  if (!file.endsWith('.svelte')) return [source]
  return [...source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) => '\n'.repeat(source.slice(0, match.index).split('\n').length - 1) + (match[1] ?? ''),
  )
}

const parts =
  '{storage,economy,platform,renderer,minetest,service,client,client-api,site,orchestrator,cli,demo,e2e,bench,website,tools}'
const found: string[] = []

export const sizes: SourceCheck = {
  files: `${parts}/**/*.{ts,mjs,svelte}`,
  exclude: generated,
  visit: (file, source) => found.push(...findLong(file, source)),
  finish: () => ({ faults: found, summary: `${found.length} too long` }),
}

if (import.meta.main) await runChecks([sizes])
