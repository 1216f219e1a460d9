/**
 * `node tools/configuration.ts` writes docs/reference/configuration-keys.md from the domains' schemas and their doc comments.
 * `tools/prepare.mjs` runs it, because the page is not committed.
 */
import { globSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { configSchema } from '@baseplate/platform/config/schema'
import ts from 'typescript'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '..')
const schemas = ['config/schema.ts', 'foundation/config/groups.ts', '*/config.ts']

/** The JSON Schema of one key. */
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

/** Describes every configuration key, as a page of Markdown. */
export async function describeConfiguration(): Promise<string> {
  const { properties = {} } = z.toJSONSchema(configSchema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Described
  const comments = commentsOf(await readSchemas())
  const rows = rowsOf(properties, '', comments)
  return [
    '# Configuration keys',
    '',
    'For operators: look up what a key of the [configuration file](configuration.md) allows and means.',
    '[Configuring](../operating/configuration.md) says how to choose values. `npm run build` writes this page from',
    '[the schema](../../platform/src/config/schema.ts).',
    '',
    '| Key | Allowed | Default | Meaning |',
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
  if (type === 'array') return `list of: ${items ? allowed(items) : 'values'}`
  if (type === 'object') return 'object: values by name'
  if (format === 'uri') return 'address'
  if (type === 'integer') return `whole number${boundsOf(described)}`
  if (type === 'number') return `number${boundsOf(described)}`
  if (type === 'boolean') return '`true`, `false`'
  return 'text'
}

/** Describes the range of a number. The bounds that every integer has are left out. */
function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Described): string {
  const from = exclusiveMinimum === undefined ? minimum : `more than ${exclusiveMinimum}`
  const to = exclusiveMaximum === undefined ? maximum : `less than ${exclusiveMaximum}`
  if (from === undefined || from === Number.MIN_SAFE_INTEGER) return ''
  if (to !== undefined && to !== Number.MAX_SAFE_INTEGER) return `, ${from} to ${to}`
  return exclusiveMinimum === undefined ? `, from ${from}` : `, ${from}`
}

/** Turns the pages that a comment cites into links from the page of keys. */
const linked = (comment: string): string =>
  comment.replaceAll(
    /docs\/(reference|operating)\/([\w-]+)\.md(#[\w-]+)?/g,
    (_cited, folder: string, page: string, heading = '') =>
      `[${page}](${folder === 'reference' ? '' : `../${folder}/`}${page}.md${heading})`,
  )

/** Initializers of the schema's constants, by name. A group of keys may be a constant of its own, in any of the files. */
type Constants = Map<string, ts.Expression>

async function readSchemas(): Promise<Constants> {
  const folder = resolve(root, 'platform/src')
  const constants: Constants = new Map()
  for (const name of globSync(schemas, { cwd: folder })) {
    const source = await readFile(resolve(folder, name), 'utf8')
    ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true).forEachChild((node) => {
      if (!ts.isVariableStatement(node)) return
      for (const declaration of node.declarationList.declarations)
        if (declaration.initializer) constants.set(declaration.name.getText(), declaration.initializer)
    })
  }
  return constants
}

/** Returns the doc comment of each key, by its path. */
function commentsOf(constants: Constants): Map<string, string> {
  const comments = new Map<string, string>()
  const visit = (object: ts.ObjectLiteralExpression, above: string) => {
    for (const property of object.properties) {
      const domain = ts.isSpreadAssignment(property) && shapeOf(property.expression, constants)
      if (domain) visit(domain, above)
      if (!ts.isPropertyAssignment(property)) continue
      const key = `${above}${property.name.getText()}`
      const text = ts
        .getJSDocCommentsAndTags(property)
        .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
        .join(' ')
      if (text) comments.set(key, linked(text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')))
      const inner = shapeOf(property.initializer, constants)
      if (inner) visit(inner, `${key}.`)
    }
  }
  const schema = constants.get('configSchema')
  const shape = schema && shapeOf(schema, constants)
  if (!shape) throw new Error('the configuration has no schema named configSchema')
  visit(shape, '')
  return comments
}

/** Returns an object, or the one in the innermost call of an expression such as `z.strictObject({ … }).prefault({})`. */
function shapeOf(node: ts.Node, constants: Constants): ts.ObjectLiteralExpression | undefined {
  if (ts.isIdentifier(node)) {
    const initializer = constants.get(node.text)
    return initializer && shapeOf(initializer, constants)
  }
  if (ts.isObjectLiteralExpression(node)) return node
  if (!ts.isCallExpression(node)) return
  const called = node.expression
  if (!ts.isPropertyAccessExpression(called)) return
  if (called.name.text !== 'strictObject') return shapeOf(called.expression, constants)
  const [shape] = node.arguments
  return shape && ts.isObjectLiteralExpression(shape) ? shape : undefined
}

if (import.meta.main)
  writeFileSync(resolve(root, 'docs/reference/configuration-keys.md'), await describeConfiguration())
