/**
 * Checks that each condition on the visibility of content is stated once: in the `visible.ts` of its table, whose expressions all
 * other queries use (docs/architecture.md, "Rules that checks enforce"). Only a statement that changes rows compares the column
 * itself, with the state that it expects. `npm run check` runs it.
 */
import ts from 'typescript'
import { parseScript, runChecks, type SourceCheck } from './source-check.ts'
import { tables, writeCalls } from './tables.ts'

/** Files that state the conditions. */
const homes: readonly string[] = [
  'platform/src/assets/visible.ts',
  'platform/src/badges/visible.ts',
  'platform/src/comments/visible.ts',
  'platform/src/people/groups/visible.ts',
  'platform/src/people/posts/visible.ts',
  'platform/src/places/visible.ts',
]

const columns = 'visibility|withheld|open|closed_reason'

/** A literal or a template that names a column: `'visibility'`, `'assets.visibility'`. */
const column = new RegExp(`^['"\`](?:.*\\.)?(?:${columns})['"\`]$`)

const operator = /^(?:=|<>|!=|in|not in|is|is not)$/

const rawCondition = new RegExp(`\\b(?:${columns})\\b"?\\s*(?:=|<>|!=|(?:not\\s+)?in\\b|is\\b)`, 'i')

const rawChange = /^`\s*(?:insert|replace|update|delete)\b/i

/** Returns the lines of conditions on the columns. */
export function findConditions(source: string): number[] {
  const parsed = parseScript(source)
  const lines = new Set<number>()
  const visit = (node: ts.Node): void => {
    const condition = conditionOf(node)
    if (condition && !isInChange(node))
      lines.add(parsed.getLineAndCharacterOfPosition(condition.getStart()).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return [...lines]
}

/** Returns the SQL text or the argument with which an expression states a condition. */
function conditionOf(node: ts.Node): ts.Node | undefined {
  if (ts.isTaggedTemplateExpression(node)) {
    const text = node.template.getText()
    const isStated = rawCondition.test(text) && !rawChange.test(text)
    return isStated && node.tag.getText().startsWith('sql') ? node.template : undefined
  }
  if (!ts.isCallExpression(node)) return undefined
  const [left, compared] = node.arguments
  if (!left || !column.test(left.getText())) return undefined
  const isStated = compared
    ? ts.isStringLiteralLike(compared) && operator.test(compared.text)
    : node.expression.getText() === 'sql.ref'
  return isStated ? left : undefined
}

/** Whether the innermost statement around a condition changes rows. */
function isInChange(condition: ts.Node): boolean {
  for (let node = condition; !ts.isSourceFile(node); node = node.parent) {
    const calls = callsOf(node)
    if (calls.some((call) => writeCalls.test(call))) return true
    if (calls.includes('selectFrom')) return false
  }
  return false
}

/** Returns the names of chained calls: `where`, `set` and `updateTable` of `db.updateTable(…).set(…).where(…)`. */
function callsOf(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  return [node.expression.name.text, ...callsOf(node.expression.expression)]
}

/** Returns a sentence for each condition elsewhere, and for each file that states none. */
export function findFaults(found: ReadonlyMap<string, readonly number[]>, stated = homes): string[] {
  const elsewhere = [...found].filter(([file]) => !stated.includes(file))
  return [
    ...elsewhere.flatMap(([file, lines]) =>
      lines.map((line) => `${file}:${line} has a condition on visibility. Use one from a visible.ts`),
    ),
    ...stated.filter((file) => !found.get(file)?.length).map((file) => `${file} states no condition`),
  ]
}

const found = new Map<string, number[]>()

export const visibility: SourceCheck = {
  files: tables.files,
  exclude: tables.exclude,
  visit(file, source) {
    found.set(file, findConditions(source))
  },
  finish() {
    const faults = findFaults(found)
    return { faults, summary: `${faults.length} faults of conditions on visibility` }
  },
}

if (import.meta.main) await runChecks([visibility])
