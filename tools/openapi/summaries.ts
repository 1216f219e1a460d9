import ts from 'typescript'
import { declarationOf, type Sources } from './sources.ts'

/** Returns the comment of a handler, or else of the first verb of the platform that it calls. */
export function summaryOf(sources: Sources, node: ts.Node | undefined): { description?: string } {
  if (!node) return {}
  const own = commentOf(ownerOf(node))
  if (own !== undefined) return { description: own }
  const { checker } = sources
  const named = nameOfHandler(ts.isPropertyAssignment(node) ? node.initializer : node)
  if (named) return summaryOf(sources, declarationOf(checker, named))
  let found: string | undefined
  const visit = (child: ts.Node): void => {
    if (found !== undefined) return
    if (ts.isIdentifier(child) && !ts.isTypeNode(child.parent)) {
      const declaration = declarationOf(checker, child)
      if (declaration && isVerb(declaration)) found = commentOf(declaration)
    }
    ts.forEachChild(child, visit)
  }
  visit(node)
  return found === undefined ? {} : { description: found }
}

/** Returns the declaration whose comment describes a handler: of a variable, a function, or an action. */
function ownerOf(node: ts.Node): ts.Node | undefined {
  const { parent } = node
  if (ts.isCallExpression(parent) && ts.isExpressionStatement(parent.parent)) return parent.parent
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node))
    return node
  return ts.isVariableDeclaration(parent) ? ts.findAncestor(node, ts.isVariableStatement) : undefined
}

/** Returns the name of a handler that is defined elsewhere, such as `password` in `settingsActions.password`. */
function nameOfHandler(node: ts.Node): ts.Identifier | undefined {
  if (ts.isIdentifier(node)) return node
  return ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name) ? node.name : undefined
}

/** Returns the first sentence of a description, which generators use as the title of an operation. */
export const titleOf = (description: unknown): string | undefined =>
  typeof description === 'string' ? description.split(/\.(?:\s|$)/, 1)[0] : undefined

/** Verbs and views are asynchronous. Other functions of the platform parse and format. */
const isVerb = (node: ts.Declaration) =>
  ts.isFunctionDeclaration(node) &&
  node.getSourceFile().fileName.includes('/platform/src/') &&
  (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ||
    /^Promise\b/.test(node.type?.getText() ?? ''))

/** Pages of this project's documentation, which readers of a site's document do not have. */
const pageReference = /: docs\/[\w/.#-]+?(?=\.?$)| \(docs\/[\w/.#-]+\)/g

function commentOf(node: ts.Node | undefined): string | undefined {
  const comment = node && ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)
  const text = comment && ts.getTextOfJSDocComment(comment.comment)
  return text?.replaceAll(/\s+/g, ' ').replace(pageReference, '')
}
