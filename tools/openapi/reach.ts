import ts from 'typescript'
import { declarationOf, type Sources } from './sources.ts'

/** References, texts, calls and statuses of one declaration. */
interface Contents {
  /** Declarations that it refers to. */
  refersTo: ts.Declaration[]
  /** Texts in it, such as codes of refusals and media types. */
  texts: string[]
  calls: ts.CallExpression[]
  /** Statuses that it names. */
  statuses: number[]
}

/** Everything that runs for a request, as far as it can be seen without running it. */
export interface Reached {
  declarations: Set<ts.Node>
  texts: Set<string>
  calls: ts.CallExpression[]
  statuses: Set<number>
}

/** Returns a function that collects everything in a handler and in the code of the project that it refers to. */
export function reader({ checker }: Sources): (start: ts.Node) => Reached {
  const known = new Map<ts.Node, Contents>()
  const contentsOf = (node: ts.Node): Contents => {
    const contents = known.get(node) ?? read(checker, node)
    known.set(node, contents)
    return contents
  }
  return (start) => {
    const reached: Reached = { declarations: new Set(), texts: new Set(), calls: [], statuses: new Set() }
    const waiting: ts.Node[] = [start]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (reached.declarations.has(node)) continue
      reached.declarations.add(node)
      const { refersTo, texts, calls, statuses } = contentsOf(node)
      waiting.push(...refersTo)
      for (const text of texts) reached.texts.add(text)
      reached.calls.push(...calls)
      for (const status of statuses) reached.statuses.add(status)
    }
    return reached
  }
}

function read(checker: ts.TypeChecker, start: ts.Node): Contents {
  const contents: Contents = { refersTo: [], texts: [], calls: [], statuses: [] }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (ts.isStringLiteralLike(node)) contents.texts.push(node.text)
    if (ts.isCallExpression(node)) contents.calls.push(node)
    if (isPlainRedirect(node)) contents.statuses.push(302)
    if (ts.isNumericLiteral(node) && isStatus(node)) contents.statuses.push(Number(node.text))
    if (ts.isIdentifier(node) && isReference(checker, node)) {
      const declaration = declarationOf(checker, node)
      if (declaration && isCode(declaration) && !isSkipped(declaration) && !isWithin(declaration, start))
        contents.refersTo.push(declaration)
    }
    ts.forEachChild(node, visit)
  }
  visit(start)
  return contents
}

/** Returns whether a number is the status of a response: `redirect(302, …)`, `status: 404`, `range ? 206 : 200`. */
function isStatus({ parent, text }: ts.NumericLiteral): boolean {
  if (!/^[2-5]\d\d$/.test(text)) return false
  if (ts.isConditionalExpression(parent)) return isStatusName(parent.parent)
  return ts.isCallExpression(parent)
    ? /^(redirect|error|fail|withoutBody|textResponse)$/.test(parent.expression.getText())
    : isStatusName(parent)
}

/** Returns whether a node is `c.redirect(address)` of Hono. */
const isPlainRedirect = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && node.expression.getText() === 'c.redirect' && node.arguments.length === 1

const isStatusName = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && node.name.getText() === 'status'

/**
 * Returns whether a name refers to a declaration. Of properties, only those of an object of a module and of a class itself do: finding
 * the types of others, such as results of queries, would take long.
 */
function isReference(checker: ts.TypeChecker, { parent, ...node }: ts.Identifier): boolean {
  if (ts.isPropertyAccessExpression(parent) && parent.name.pos === node.pos) {
    let left: ts.Expression = parent.expression
    while (ts.isPropertyAccessExpression(left)) left = left.expression
    return left.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(left) && isOfModule(checker, left))
  }
  return !(ts.isPropertyAssignment(parent) && parent.name.pos === node.pos)
}

/** Returns whether a name stands for a constant of a module. */
function isOfModule(checker: ts.TypeChecker, name: ts.Identifier): boolean {
  const declaration = declarationOf(checker, name)
  return (
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    ts.isSourceFile(declaration.parent.parent.parent)
  )
}

const isCode = (node: ts.Declaration): boolean =>
  ts.isVariableDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertyAssignment(node)

export const nothing = (): Reached => ({
  declarations: new Set(),
  texts: new Set(),
  calls: [],
  statuses: new Set(),
})

export const merged = (one: Reached, other: Reached): Reached => ({
  declarations: one.declarations.union(other.declarations),
  texts: one.texts.union(other.texts),
  calls: [...one.calls, ...other.calls],
  statuses: one.statuses.union(other.statuses),
})

/** Functions that run only for use cases that say so, by the file that has them. */
const stated = { parsed: '/accounts/use-case.ts', withProof: '/server/proven-action.ts' } as const

function statedFunction({ program }: Sources, name: keyof typeof stated): ts.Node {
  const source = program.getSourceFiles().find(({ fileName }) => fileName.endsWith(stated[name]))
  const found = source?.statements.find((node) => nameOf(node) === name)
  if (!found) throw new Error(`${stated[name]} has no function ${name}`)
  return found
}

/** Returns the functions that run for a use case because of what it says. */
export const statedParts = (
  sources: Sources,
  { hasInput, proof }: { hasInput: boolean; proof: boolean | undefined },
): ts.Node[] => [
  ...(hasInput ? [statedFunction(sources, 'parsed')] : []),
  ...(proof ? [statedFunction(sources, 'withProof')] : []),
]

/** Adds the proof of an identity where a handler asks for it by itself. */
export function withProof(sources: Sources, read: (start: ts.Node) => Reached, reached: Reached): Reached {
  const proves = [...reached.declarations].some((node) => nameOf(node) === 'provenAction')
  return proves ? merged(reached, read(statedFunction(sources, 'withProof'))) : reached
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0]?.name.getText()
  return ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) ? node.name?.getText() : undefined
}

const isStated = (node: ts.Node): boolean =>
  Object.entries(stated).some(
    ([name, file]) => nameOf(node) === name && node.getSourceFile().fileName.endsWith(file),
  )

/** Skips the tables of all codes and texts, of which a request uses only some, and redirects that programs never get. */
const isSkipped = (node: ts.Node): boolean =>
  isStated(node) ||
  /\/(common-)?refusals\.ts$|\/texts\/|\/lib\/server\/lead-back\.ts$/.test(node.getSourceFile().fileName)

const isWithin = (node: ts.Node, start: ts.Node): boolean =>
  node.getSourceFile() === start.getSourceFile() && node.pos >= start.pos && node.end <= start.end

/** Returns whether visitors are refused, or sent to the sign-in. */
export const needsUser = ({ declarations, texts }: Reached): boolean =>
  texts.has('site.sign_in_first') ||
  [...declarations].some((node) => ts.isFunctionDeclaration(node) && node.name?.text === 'asActor')
