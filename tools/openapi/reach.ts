import ts from 'typescript'
import { declarationOf } from './sources.ts'

/** Everything that runs for a request, as far as it can be seen without running it. */
export interface Reached {
  /** Names of functions and constants. */
  names: ReadonlySet<string>
  /** Texts in the code, such as codes of refusals and media types. */
  texts: ReadonlySet<string>
  calls: readonly ts.CallExpression[]
}

/** One declaration: what it refers to, and its texts and calls. */
interface Contents {
  refersTo: ts.Node[]
  texts: string[]
  calls: ts.CallExpression[]
}

/** Returns a function that collects everything in handlers and in the code of the project that they refer to. */
export function reader(checker: ts.TypeChecker) {
  const known = new Map<ts.Node, Contents>()
  /** @param without names of functions that do not run */
  return (starts: readonly ts.Node[], without: readonly string[]): Reached => {
    const seen = new Map<ts.Node, Contents>()
    const waiting = [...starts]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (seen.has(node) || without.includes(nameOf(node))) continue
      const contents = known.getOrInsertComputed(node, (start) => contentsOf(checker, start))
      seen.set(node, contents)
      waiting.push(...contents.refersTo)
    }
    const all = [...seen.values()]
    return {
      names: new Set(seen.keys().map(nameOf)),
      texts: new Set(all.flatMap(({ texts }) => texts)),
      calls: [...new Set(all.flatMap(({ calls }) => calls))],
    }
  }
}

const nameOf = (node: ts.Node): string => ts.getNameOfDeclaration(node as ts.Declaration)?.getText() ?? ''

/** Tables of all codes and texts, of which a request uses only some, and redirects that programs never get. */
const skipped = /\/(common-)?refusals\.ts$|\/texts\/|\/lib\/server\/lead-back\.ts$/

function contentsOf(checker: ts.TypeChecker, start: ts.Node): Contents {
  const contents: Contents = { refersTo: [], texts: [], calls: [] }
  const follow = (name: ts.Node): boolean => {
    const declaration = declarationOf(checker, name)
    if (!declaration || ts.isTypeElement(declaration)) return false
    if (!skipped.test(declaration.getSourceFile().fileName)) contents.refersTo.push(declaration)
    return true
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isOnlyCompared(node)) return
    if (ts.isStringLiteralLike(node)) contents.texts.push(node.text)
    if (ts.isCallExpression(node)) contents.calls.push(node)
    if (ts.isIdentifier(node)) follow(node)
    else if (ts.isPropertyAssignment(node)) visit(node.initializer)
    else if (ts.isPropertyAccessExpression(node)) {
      const isFollowed = isKnown(checker, node.expression) && follow(node.name)
      if (!isFollowed) visit(node.expression)
    } else ts.forEachChild(node, visit)
  }
  visit(start)
  return contents
}

/** Whether a value is only compared: the class of a caught error, or a problem that is not told, `whyNotStart(…) === undefined`. */
function isOnlyCompared(node: ts.Node): boolean {
  const { parent } = node
  if (!parent || !ts.isBinaryExpression(parent)) return false
  const { left, operatorToken, right } = parent
  if (operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) return node === right
  return right.getText() === 'undefined' && /^\(?(await )?whyNot\w+\(/.test(left.getText())
}

/** Whether an object is `this` or of a module. Finding the types of others, such as results of queries, would take long. */
function isKnown(checker: ts.TypeChecker, object: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(object)) return isKnown(checker, object.expression)
  if (object.kind === ts.SyntaxKind.ThisKeyword) return true
  const declaration = ts.isIdentifier(object) ? declarationOf(checker, object) : undefined
  return declaration?.parent?.parent?.parent?.kind === ts.SyntaxKind.SourceFile
}

/** Returns the statuses of redirects: `redirect(303, …)`, and `c.redirect(…)` of Hono. */
export const redirectsOf = ({ calls }: Reached): number[] =>
  calls
    .filter(({ expression }) => /^(c\.)?redirect$/.test(expression.getText()))
    .map(({ arguments: [status] }) => Number(status?.getText()) || 302)
