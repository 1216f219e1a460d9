/**
 * Checks which code reads and writes which table of the database (docs/architecture.md, "Tables"). Only the domain that
 * declares a table in its `tables.ts` writes it. Other domains read it only where they may import that domain. Table
 * names come from Kysely calls and from raw SQL. `npm run check` runs it.
 */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { domains } from './domains.ts'
import { parseScript, root, runChecks, type SourceCheck } from './source-check.ts'

/** A file that names a table in a query. */
export interface TableUse {
  file: string
  line: number
  table: string
  kind: 'read' | 'write'
}

/** An allowed read or write against the rule. */
export interface Exception {
  file: string
  table: string
  kind: 'read' | 'write'
  /** Why the rule does not hold here. */
  reason: string
}

const readCalls =
  /^(selectFrom|from|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|innerJoinLateral|leftJoinLateral|using)$/
export const writeCalls = /^(insertInto|replaceInto|updateTable|deleteFrom|mergeInto)$/

const rawRead = /\b(?:from|join)\s+(?:only\s+)?"?([a-z_]+)"?/gi
const rawWrite = /\b(?:insert\s+into|replace\s+into|update|delete\s+from|truncate)\s+"?([a-z_]+)"?/gi

/** Returns each use of a known table in a source file. */
export function findTableUses(
  file: string,
  source: string,
  tables: Pick<ReadonlySet<string>, 'has'>,
): TableUse[] {
  const parsed = parseScript(source)
  const uses: TableUse[] = []
  const add = (node: ts.Node, name: string, kind: TableUse['kind']) => {
    const table = name.split(/\s+as\s+/i)[0]?.trim() ?? ''
    if (!tables.has(table)) return
    const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1
    uses.push({ file, line, table, kind })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const call = node.expression.name.text
      const kind = writeCalls.test(call) ? 'write' : readCalls.test(call) ? 'read' : undefined
      if (kind) for (const name of namesIn(node.arguments[0])) add(node.expression.name, name, kind)
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql')) {
      const text = node.template.getText()
      const written = new Set<number>()
      for (const match of text.matchAll(rawWrite)) {
        written.add(match.index + match[0].length)
        add(node, match[1] ?? '', 'write')
      }
      for (const match of text.matchAll(rawRead))
        if (!written.has(match.index + match[0].length)) add(node, match[1] ?? '', 'read')
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return uses
}

/** Table names may stand in an array: `selectFrom(['a', 'b as c'])`. */
function namesIn(argument: ts.Expression | undefined): string[] {
  if (!argument) return []
  if (ts.isStringLiteralLike(argument)) return [argument.text]
  return ts.isArrayLiteralExpression(argument) ? argument.elements.flatMap(namesIn) : []
}

/** Returns the owner of each table: the domain whose `tables.ts` declares it, or `storage`. */
export function findOwners(sources: ReadonlyMap<string, string>): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [file, source] of sources) {
    const parsed = parseScript(source)
    for (const statement of parsed.statements) {
      if (!ts.isInterfaceDeclaration(statement) || !statement.name.text.endsWith('Tables')) continue
      for (const member of statement.members)
        if (member.name && ts.isIdentifier(member.name)) owners.set(member.name.text, domainOf(file))
    }
  }
  return owners
}

export const domainOf = (file: string): string =>
  /^platform\/src\/([^/]+)\//.exec(file)?.[1] ?? (file.startsWith('storage/') ? 'storage' : 'outside')

/** Returns a sentence for each use against the rule, and for each exception that nothing needs. */
export function findFaults(
  uses: readonly TableUse[],
  owners: ReadonlyMap<string, string>,
  allowed: Readonly<Record<string, readonly string[]>>,
  exceptions: readonly Exception[],
): string[] {
  const unused = new Set(exceptions)
  const faults = new Set<string>()
  for (const { file, line, table, kind } of uses) {
    const domain = domainOf(file)
    const owner = owners.get(table) ?? ''
    if (domain === owner || (kind === 'read' && allowed[domain]?.includes(owner))) continue
    const exception = exceptions.find((e) => e.file === file && e.table === table && e.kind === kind)
    if (exception) unused.delete(exception)
    else faults.add(`${file}:${line} ${kind}s ${table}, a table of ${owner}`)
  }
  for (const { file, table, kind } of unused)
    faults.add(`The exception "${file} ${kind}s ${table}" is not needed`)
  return [...faults]
}

/** Uses against the rule, each with its reason. */
const exceptions: Exception[] = []

const exclude = [
  '**/*.test.ts',
  '**/testing/**',
  '**/node_modules/**',
  '**/migrations/**',
  '**/build/**',
  '**/.svelte-kit/**',
]

function readOwners(): Map<string, string> {
  const files = globSync(['storage/src/tables.ts', 'platform/src/*/**/*.ts'], { cwd: root, exclude })
  const sources = files.map((file) => [file, readFileSync(resolve(root, file), 'utf8')] as const)
  return findOwners(new Map(sources.filter(([, source]) => source.includes('Tables '))))
}

let owners: Map<string, string> | undefined
const uses: TableUse[] = []

export const tables: SourceCheck = {
  files: '{storage,platform,client-api,site,cli}/{src,src/**}/*.ts',
  exclude,
  visit(file, source) {
    owners ??= readOwners()
    uses.push(...findTableUses(file, source, owners))
  },
  finish() {
    const known = owners ?? new Map<string, string>()
    const faults = findFaults(uses, known, domains, exceptions)
    const summary = `${uses.length} uses of ${known.size} tables, ${faults.length} against the rule`
    return { faults, summary }
  },
}

if (import.meta.main) await runChecks([tables])
