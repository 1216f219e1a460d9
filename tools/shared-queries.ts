/**
 * Checks that queries for several files stand in a file that is named for them, such as `queries.ts` (docs/architecture.md, "Rules
 * that checks enforce"). A query for one file may stand beside its caller. `npm run check` runs it.
 */
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { parseScript, runChecks, type SourceCheck } from './source-check.ts'
import { tables, writeCalls } from './tables.ts'

/** Files in which queries for others are looked for. */
const named = /\/(?:queries|sweep|erase|visible)\.ts$/

/** Files of the domains. Those of foundation are named after the one table that each has. */
const inDomain = /^platform\/src\/(?!foundation\/)[^/]+\//

/** A name that a file exports. */
export interface Named {
  file: string
  name: string
}

/** A file as the check sees it. */
export interface Described {
  /** Exported functions and constants that build SQL, by name, each with its line. */
  queries: ReadonlyMap<string, number>
  /** Names that it imports. */
  imports: readonly Named[]
  /** Names that it exports from other files, by the exported name. */
  passedOn: ReadonlyMap<string, Named>
}

/** Describes a file for `findFaults`. */
export function describeFile(file: string, source: string): Described {
  const queries = new Map<string, number>()
  const imports: Named[] = []
  const passedOn = new Map<string, Named>()
  const parsed = parseScript(source)
  for (const statement of parsed.statements) {
    for (const [name, node] of exportedBy(statement))
      if (isQuery(node)) queries.set(name, parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    const from = importedFile(file, statement)
    if (from === undefined) continue
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings
      if (bindings && ts.isNamedImports(bindings))
        for (const { name, propertyName } of bindings.elements)
          imports.push({ file: from, name: (propertyName ?? name).text })
    } else if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause
      if (clause && ts.isNamedExports(clause))
        for (const { name, propertyName } of clause.elements)
          passedOn.set(name.text, { file: from, name: (propertyName ?? name).text })
    }
  }
  return { queries, imports, passedOn }
}

/** Returns the exported functions and constants of a statement. */
function exportedBy(statement: ts.Statement): [name: string, node: ts.Node][] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return []
  if (ts.isFunctionDeclaration(statement) && statement.name) return [[statement.name.text, statement]]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer ? [[name.getText(), initializer]] : [],
  )
}

/**
 * Whether a function or a constant is a query: a part of a statement, one statement, or reading on the handle of the caller. A
 * function that writes after it has read, or hands its handle on, is a step of a verb in the transaction of that verb.
 */
function isQuery(node: ts.Node): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionDeclaration(node))
    return ts.isExpression(node) && isStatement(node)
  const { body } = node
  if (!body) return false
  if (ts.isExpression(body) && isStatement(body)) return true
  const [first] = node.parameters
  if (!first?.type || !/^(?:Db|Kysely<.*>|Transaction<.*>)$/.test(first.type.getText())) return false
  const handle = first.name.getText()
  const handsOn = (inner: ts.Node) =>
    ts.isCallExpression(inner) && inner.arguments.some((argument) => argument.getText() === handle)
  return has(body, isRead) && !has(body, isWrite) && !has(body, handsOn)
}

/** Whether an expression is SQL itself: a template, or a chain of calls that begins a statement. */
function isStatement(node: ts.Expression): boolean {
  if (isRead(node) || isWrite(node)) return true
  if (
    ts.isCallExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isParenthesizedExpression(node)
  )
    return isStatement(node.expression)
  return false
}

const has = (node: ts.Node, is: (node: ts.Node) => boolean): boolean =>
  is(node) || (ts.forEachChild(node, (child) => has(child, is) || undefined) ?? false)

const isRead = (node: ts.Node): boolean =>
  ts.isTaggedTemplateExpression(node)
    ? node.tag.getText().startsWith('sql') && !isWrite(node)
    : callOf(node) === 'selectFrom'

const isWrite = (node: ts.Node): boolean =>
  ts.isTaggedTemplateExpression(node)
    ? node.tag.getText().startsWith('sql') && rawChange.test(node.template.getText())
    : writeCalls.test(callOf(node))

const rawChange = /^`\s*(?:insert|replace|update|delete)\b/i

/** Returns the name of the method that a node calls. */
const callOf = (node: ts.Node): string =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : ''

/** Returns the path of the file that a statement imports or exports from; undefined for other packages. */
function importedFile(file: string, statement: ts.Statement): string | undefined {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return undefined
  const specifier = statement.moduleSpecifier
  if (!specifier || !ts.isStringLiteral(specifier)) return undefined
  const own = /^@baseplate\/platform\/(.+)$/.exec(specifier.text)
  if (own) return `platform/src/${own[1]}.ts`
  return specifier.text.startsWith('.') ? join(dirname(file), specifier.text) : undefined
}

/** Returns a sentence for each query that several files import from a file that is not named for it. */
export function findFaults(files: ReadonlyMap<string, Described>): string[] {
  const users = new Map<string, Set<string>>()
  for (const [file, { imports }] of files)
    for (const imported of imports) {
      const { file: home, name } = files.get(imported.file)?.passedOn.get(imported.name) ?? imported
      const key = `${home} ${name}`
      users.set(key, (users.get(key) ?? new Set()).add(file))
    }
  return [...files].flatMap(([file, { queries }]) =>
    named.test(file) || !inDomain.test(file)
      ? []
      : [...queries].flatMap(([name, line]) => {
          const count = users.get(`${file} ${name}`)?.size ?? 0
          return count > 1
            ? [`${file}:${line} has ${name}, a query for ${count} files. Move it to a queries.ts`]
            : []
        }),
  )
}

const files = new Map<string, Described>()

export const sharedQueries: SourceCheck = {
  files: '{platform,client-api,site,cli,demo,bench}/{src,src/**}/*.ts',
  exclude: tables.exclude,
  visit(file, source) {
    files.set(file, describeFile(file, source))
  },
  finish() {
    const faults = findFaults(files)
    return { faults, summary: `${faults.length} shared queries outside the files named for them` }
  },
}

if (import.meta.main) await runChecks([sharedQueries])
