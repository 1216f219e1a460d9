import ts from 'typescript'
import { declarationOf, type Sources } from './sources.ts'

/** Returns the comment of a handler, or of the first function of the platform that it calls. */
export function summaryOf({ checker }: Sources, node: ts.Node | undefined): { description?: string } {
  if (!node) return {}
  const own = commentOf(ts.findAncestor(node, ts.isVariableStatement))
  if (own !== undefined && ts.isVariableDeclaration(node.parent)) return { description: own }
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

const isVerb = (node: ts.Declaration) =>
  ts.isFunctionDeclaration(node) && node.getSourceFile().fileName.includes('/platform/src/')

function commentOf(node: ts.Node | undefined): string | undefined {
  const comment = node && ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)
  return comment && ts.getTextOfJSDocComment(comment.comment)?.replaceAll(/\s+/g, ' ')
}
