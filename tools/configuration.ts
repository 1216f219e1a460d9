/** `node tools/configuration.ts` writes docs/operating/configuration-keys.md from the schema and its comments. */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { configSchema } from '@baseplate/platform/foundation/config/schema'
import ts from 'typescript'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '..')
const schemaFile = resolve(root, 'platform/src/foundation/config/schema.ts')
export const keysFile = resolve(root, 'docs/operating/configuration-keys.md')

/** What a JSON Schema says of one key. */
interface Described {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Described[]
  items?: Described
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  format?: string
  properties?: Record<string, Described>
}

/** Every key of the configuration, as a page of Markdown. */
export async function describeConfiguration(): Promise<string> {
  const { properties = {} } = z.toJSONSchema(configSchema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Described
  const comments = commentsOf(await readFile(schemaFile, 'utf8'))
  const rows = rowsOf(properties, '', comments)
  return [
    '# Configuration, key by key',
    '',
    'Made from [the schema](../../platform/src/foundation/config/schema.ts) by `node tools/configuration.ts`; how the keys',
    'belong together: [configuration.md](configuration.md).',
    '',
    '| Key | Allowed | Default | |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

function rowsOf(
  properties: Record<string, Described>,
  above: string,
  comments: Map<string, string>,
): string[] {
  return Object.entries(properties).flatMap(([name, described]) => {
    const key = `${above}${name}`
    if (described.properties) {
      const heading = comments.get(key)
      const own = heading ? [`| **\`${key}\`** | | | ${heading} |`] : []
      return [...own, ...rowsOf(described.properties, `${key}.`, comments)]
    }
    const standard =
      described.default === undefined ? '' : `\`${JSON.stringify(described.default).replaceAll('|', '\\|')}\``
    return [`| \`${key}\` | ${allowed(described)} | ${standard} | ${comments.get(key) ?? ''} |`]
  })
}

function allowed(described: Described): string {
  const choices =
    described.enum ?? described.anyOf?.flatMap((choice) => ('const' in choice ? [choice.const] : []))
  if (choices && choices.length > 0)
    return choices.map((choice) => `\`${JSON.stringify(choice)}\``).join(', ')
  const { type, items, format } = described
  const from = described.minimum ?? described.exclusiveMinimum
  const to = described.maximum ?? described.exclusiveMaximum
  const isBound = to !== undefined && to < Number.MAX_SAFE_INTEGER
  const upTo = described.exclusiveMaximum === undefined ? 'to' : 'to less than'
  const bounds =
    from === undefined || from < -1e15 ? '' : isBound ? `, ${from} ${upTo} ${to}` : `, from ${from}`
  if (type === 'array') return `a list of ${items ? allowed(items) : 'values'}`
  if (type === 'object') return 'values by names'
  if (format === 'uri') return 'an address'
  if (type === 'integer') return `a whole number${bounds}`
  if (type === 'number') return `a number${bounds}`
  if (type === 'boolean') return '`true`, `false`'
  return 'a text'
}

/** The doc comment of each key, by its path. */
function commentsOf(source: string): Map<string, string> {
  const comments = new Map<string, string>()
  const visit = (object: ts.ObjectLiteralExpression, above: string) => {
    for (const property of object.properties) {
      if (!ts.isPropertyAssignment(property)) continue
      const key = `${above}${property.name.getText()}`
      const text = ts
        .getJSDocCommentsAndTags(property)
        .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
        .join(' ')
      if (text) comments.set(key, text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|'))
      const inner = shapeOf(property.initializer)
      if (inner) visit(inner, `${key}.`)
    }
  }
  const file = ts.createSourceFile('schema.ts', source, ts.ScriptTarget.Latest, true)
  file.forEachChild((node) => {
    if (!ts.isVariableStatement(node)) return
    for (const { name, initializer } of node.declarationList.declarations) {
      const shape = name.getText() === 'configSchema' && initializer && shapeOf(initializer)
      if (shape) visit(shape, '')
    }
  })
  return comments
}

/** Of `z.strictObject({ … }).prefault({})` and the like, the object in the innermost call. */
function shapeOf(node: ts.Node): ts.ObjectLiteralExpression | undefined {
  if (!ts.isCallExpression(node)) return
  const called = node.expression
  if (!ts.isPropertyAccessExpression(called)) return
  if (called.name.text !== 'strictObject') return shapeOf(called.expression)
  const [shape] = node.arguments
  return shape && ts.isObjectLiteralExpression(shape) ? shape : undefined
}

if (import.meta.main) await writeFile(keysFile, await describeConfiguration())
