import ts from 'typescript'

/** A replacement of a part of a file. */
export interface Change {
  start: number
  end: number
  text: string
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&': ['|'],
  '|': ['&'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
  '||=': ['='],
}

/** Methods that are replaced by another one. */
const methods: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['findLast', 'find'],
  ['toLowerCase', 'toUpperCase'],
])

/** Methods whose call is left out of a chain. Most are conditions and locks of a query. */
const links = new Set([
  ...[
    'where',
    'whereRef',
    'orderBy',
    'limit',
    'forUpdate',
    'forShare',
    'skipLocked',
    'onConflict',
    'distinct',
  ],
  ...['filter', 'slice', 'subarray', 'trim', 'sort', 'toSorted', 'reverse', 'toReversed', 'catch', 'finally'],
])

/** Parts of a statement in SQL, and their replacements. */
const sqlParts: readonly (readonly [RegExp, string])[] = [
  [/\bwhere\b(?! current)/gi, 'WHERE true OR'],
  [/\band\b/gi, 'OR'],
  [/\bfor (?:share|update)\b/gi, ''],
]

/** Errors whose message is prose for operators and programmers. */
const faults = /(?:Error|Fault)$/

const logging = /\blog(?:ger)?\??\.(?:trace|debug|info|warn|error|fatal)$/

/** Returns all changes of a file that tests should notice. Types, imports, texts and log lines are left alone. */
export function changesOf(parsed: ts.SourceFile): Change[] {
  const changes: Change[] = []
  const replace = (node: ts.Node, ...texts: readonly string[]) => {
    for (const text of texts)
      if (text !== node.getText()) changes.push({ start: node.getStart(), end: node.getEnd(), text })
  }
  const visit = (node: ts.Node): void => {
    if (isIgnored(node)) return
    for (const mutate of mutators) mutate(node, replace)
    changes.push(...inSql(node))
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  const isNew = new Set<string>()
  return changes.filter(({ start, end, text }) => {
    const key = `${start} ${end} ${text}`
    return !isNew.has(key) && isNew.add(key)
  })
}

function isIgnored(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    (ts.isExpressionStatement(node) &&
      ts.isCallExpression(node.expression) &&
      logging.test(node.expression.expression.getText())) ||
    isMessage(node)
  )
}

function isMessage({ parent, pos }: ts.Node): boolean {
  if (!parent || !ts.isNewExpression(parent)) return false
  return faults.test(parent.expression.getText()) && pos > parent.expression.pos
}

type Replace = (node: ts.Node, ...texts: readonly string[]) => void
type Mutator = (node: ts.Node, replace: Replace) => void

const mutators: readonly Mutator[] = [
  mutateOperator,
  mutateCondition,
  mutateUnary,
  mutateCall,
  removeStatement,
  emptyFunction,
  emptyLiteral,
]

function mutateOperator(node: ts.Node, replace: Replace): void {
  if (!ts.isBinaryExpression(node)) return
  const { operatorToken: operator, left, right } = node
  if (operator.kind === ts.SyntaxKind.PlusToken && (isText(left) || isText(right))) return
  replace(operator, ...(operators[operator.getText()] ?? []))
}

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)))

function mutateCondition(node: ts.Node, replace: Replace): void {
  if (ts.isIfStatement(node)) replace(node.expression, 'true', 'false')
  if (ts.isConditionalExpression(node)) replace(node.condition, 'true', 'false')
  // `true` would only show that a time limit exists.
  if (ts.isWhileStatement(node)) replace(node.expression, 'false')
  if (ts.isForStatement(node) && node.condition) replace(node.condition, 'false')
}

function mutateUnary(node: ts.Node, replace: Replace): void {
  if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false')
  if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true')
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return
  const operand = node.operand.getText()
  const isPrefix = ts.isPrefixUnaryExpression(node)
  const { ExclamationToken, MinusToken, PlusPlusToken, MinusMinusToken } = ts.SyntaxKind
  const { operator } = node
  if (operator === ExclamationToken || operator === MinusToken) replace(node, operand)
  if (operator === PlusPlusToken) replace(node, isPrefix ? `--${operand}` : `${operand}--`)
  if (operator === MinusMinusToken) replace(node, isPrefix ? `++${operand}` : `${operand}++`)
}

function mutateCall(node: ts.Node, replace: Replace): void {
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken) replace(node.questionDotToken, '.')
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
  const { name, expression } = node.expression
  const other = methods.get(name.text)
  if (other) replace(name, other)
  if (links.has(name.text) && !node.questionDotToken) replace(node, expression.getText())
}

/** Leaves out a statement that is a call or an assignment. The only statement of a function is left to `emptyFunction`. */
function removeStatement(node: ts.Node, replace: Replace): void {
  if (!ts.isExpressionStatement(node)) return
  const isAlone =
    ts.isBlock(node.parent) && node.parent.statements.length === 1 && ts.isFunctionLike(node.parent.parent)
  const isSuper = node.getText().startsWith('super(')
  if (!isAlone && !isSuper) replace(node, ';')
}

function emptyFunction(node: ts.Node, replace: Replace): void {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return
  if (ts.isConstructorDeclaration(node)) return
  if (!ts.isBlock(node.body)) replace(node.body, 'undefined')
  else if (node.body.statements.length > 0) replace(node.body, '{}')
}

function emptyLiteral(node: ts.Node, replace: Replace): void {
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isTarget(node)) replace(node, '[]')
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0 && !isTarget(node))
    replace(node, ts.isArrowFunction(node.parent) ? '({})' : '{}')
}

/** Whether a literal is the left side of an assignment. */
const isTarget = ({ parent, pos }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) &&
  parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  parent.left.pos === pos

function inSql(node: ts.Node): Change[] {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return []
  const text = node.getText()
  if (!/^.\s*(?:select|insert|update|delete|with)\b/i.test(text)) return []
  return sqlParts.flatMap(([part, replacement]) =>
    [...text.matchAll(part)].map(({ 0: found, index }) => {
      const start = node.getStart() + index
      return { start, end: start + found.length, text: replacement }
    }),
  )
}
