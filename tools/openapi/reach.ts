import ts from 'typescript'
import { declarationOf } from './sources.ts'

/** Everything that runs for a request, as far as it can be seen without running it. */
export interface Reached {
  /** Names of functions and constants. */
  names: ReadonlySet<string>
  /** Texts in the code, such as codes of refusals and media types. */
  texts: Set<string>
  calls: readonly ts.CallExpression[]
  /** Statuses of responses. */
  statuses: Set<number>
}

/** One declaration: what it refers to, and its literals and calls. */
interface Contents {
  refersTo: ts.Node[]
  leaves: ts.Node[]
}

/** Returns a function that collects everything in handlers and in the code of the project that they refer to. */
export function reader(checker: ts.TypeChecker) {
  const known = new Map<ts.Node, Contents>()
  /** @param without names of functions that do not run */
  return (starts: readonly ts.Node[], without: readonly string[]): Reached => {
    const seen = new Set<ts.Node>()
    const leaves = new Set<ts.Node>()
    const waiting = [...starts]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (seen.has(node) || without.includes(nameOf(node))) continue
      seen.add(node)
      const contents = known.getOrInsertComputed(node, (start) => contentsOf(checker, start))
      waiting.push(...contents.refersTo)
      for (const leaf of contents.leaves) leaves.add(leaf)
    }
    const all = [...leaves]
    return {
      names: new Set([...seen].map(nameOf)),
      texts: new Set(all.filter(ts.isStringLiteralLike).map(({ text }) => text)),
      calls: all.filter(ts.isCallExpression),
      statuses: new Set(all.flatMap(statusesOf)),
    }
  }
}

const nameOf = (node: ts.Node): string => ts.getNameOfDeclaration(node as ts.Declaration)?.getText() ?? ''

function contentsOf(checker: ts.TypeChecker, start: ts.Node): Contents {
  const contents: Contents = { refersTo: [], leaves: [] }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isLiteralExpression(node) || ts.isCallExpression(node)) contents.leaves.push(node)
    const declaration = ts.isIdentifier(node) && isReference(checker, node) && declarationOf(checker, node)
    if (declaration && isCode(declaration)) contents.refersTo.push(declaration)
    ts.forEachChild(node, visit)
  }
  visit(start)
  return contents
}

/**
 * Returns whether a name refers to a declaration. Properties count only on an object of a module and on the class itself, because finding
 * the types of others, such as results of queries, would take long.
 */
function isReference(checker: ts.TypeChecker, name: ts.Identifier): boolean {
  const { parent } = name
  if (!ts.isPropertyAccessExpression(parent) || parent.name !== name)
    return !(ts.isPropertyAssignment(parent) && parent.name === name)
  let left: ts.Expression = parent.expression
  while (ts.isPropertyAccessExpression(left)) left = left.expression
  const object = ts.isIdentifier(left) ? declarationOf(checker, left) : undefined
  const isOfModule =
    object && ts.isVariableDeclaration(object) && ts.isSourceFile(object.parent.parent.parent)
  return left.kind === ts.SyntaxKind.ThisKeyword || isOfModule === true
}

/** Tables of all codes and texts, of which a request uses only some, and redirects that programs never get. */
const skipped = /\/(common-)?refusals\.ts$|\/texts\/|\/lib\/server\/lead-back\.ts$/

const isCode = (node: ts.Declaration): boolean =>
  !ts.isParameter(node) && !ts.isBindingElement(node) && !skipped.test(node.getSourceFile().fileName)

/** Functions and properties that take the status of a response: `redirect(302, …)`, `status: 404`. */
const takesStatus = /^(status|redirect|error|fail|withoutBody|textResponse)$/

/** Returns the status that a call or a number stands for: `c.redirect(address)` of Hono, `status: range ? 206 : 200`. */
function statusesOf(node: ts.Node): number[] {
  if (ts.isCallExpression(node))
    return node.expression.getText() === 'c.redirect' && node.arguments.length === 1 ? [302] : []
  if (!ts.isNumericLiteral(node) || !/^[2-5]\d\d$/.test(node.text)) return []
  const user = ts.isConditionalExpression(node.parent) ? node.parent.parent : node.parent
  const taker = ts.isCallExpression(user) ? user.expression : ts.getNameOfDeclaration(user as ts.Declaration)
  return taker && takesStatus.test(taker.getText()) ? [Number(node.text)] : []
}

/** Returns whether visitors are refused, or sent to the sign-in. */
export const needsUser = ({ names, texts }: Reached): boolean =>
  texts.has('site.sign_in_first') || names.has('asActor')
