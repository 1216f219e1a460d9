import ts from 'typescript'
import { declarationOf, functionOf } from './sources.ts'

/** How fields get from where they are read to a schema. */
export interface Way {
  /** Fields that come from elsewhere. */
  without: ReadonlySet<string>
  /** Fields that have a value when a form leaves them out. */
  optional: ReadonlySet<string>
  /** Whether the schema parses the fields of every request that succeeds. */
  isCertain: boolean
}

export const certain: Way = { without: new Set(), optional: new Set(), isCertain: true }

/** Fields of a form, or parameters of a query, that a handler reads. */
export interface Input {
  /** Schemas that parse it. */
  schemas: Map<ts.Expression, Way>
  /** Fields that code reads by their names. */
  names: Set<string>
  files: Set<string>
  /** Whether it may have further fields. */
  isOpen: boolean
}

/** Whether code belongs to `form.ts`, which wraps handlers, or to `request-url.ts`, which reads the fields. */
export const isMachinery = (node: ts.Node): boolean =>
  /\/lib\/server\/(form|request-url)\.ts$/.test(node.getSourceFile().fileName)

export const nameOf = (callee: ts.Expression): string =>
  ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : ''

/** Follows one object of fields from where it is read. */
export class Flow {
  readonly input: Input = { schemas: new Map(), names: new Set(), files: new Set(), isOpen: false }
  readonly #checker: ts.TypeChecker
  readonly #calls: readonly ts.CallExpression[]
  readonly #seen = new Set<ts.Node>()
  /** Functions that return the fields they are passed. */
  readonly #returning = new Set<ts.Node>()

  /** @param calls all calls of the handler. They show which functions are passed as callbacks. */
  constructor(checker: ts.TypeChecker, calls: readonly ts.CallExpression[]) {
    this.#checker = checker
    this.#calls = calls
  }

  addFile(of: ts.Expression | undefined): void {
    if (of && ts.isStringLiteral(of)) this.input.files.add(of.text)
    if (!of || !ts.isObjectLiteralExpression(of)) return
    for (const property of of.properties)
      if (ts.isPropertyAssignment(property) && property.name.getText() === 'field')
        this.addFile(property.initializer)
  }

  /** Follows a variable or parameter that holds the fields. */
  bind(name: ts.BindingName, way: Way): void {
    if (ts.isIdentifier(name)) this.#follow(name, way)
    if (!ts.isObjectBindingPattern(name)) return
    for (const element of name.elements) {
      if (element.dotDotDotToken) this.bind(element.name, way)
      else this.input.names.add((element.propertyName ?? element.name).getText())
    }
  }

  /** Follows only one property of an object, such as `fields` in `const { fields } = await read(event)`. */
  useProperty(node: ts.Node, property: string): void {
    const { parent } = outermost(node)
    if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return
    for (const element of parent.name.elements)
      if ((element.propertyName ?? element.name).getText() === property) this.bind(element.name, certain)
  }

  #follow(declared: ts.Identifier, way: Way): void {
    if (this.#seen.has(declared)) return
    this.#seen.add(declared)
    const symbol = this.#checker.getSymbolAtLocation(declared)
    const scope = ts.findAncestor(declared, (node) => ts.isFunctionLike(node) || ts.isSourceFile(node))
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && node !== declared && node.text === declared.text) {
        const used = ts.isShorthandPropertyAssignment(node.parent)
          ? this.#checker.getShorthandAssignmentValueSymbol(node.parent)
          : this.#checker.getSymbolAtLocation(node)
        if (used === symbol) this.use(node, way)
      }
      ts.forEachChild(node, visit)
    }
    if (scope) visit(scope)
  }

  /** Follows an expression whose value is the fields. */
  use(expression: ts.Node, way: Way): void {
    const node = outermost(expression)
    const { parent } = node
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node)
      this.input.names.add(parent.name.text)
    else if (ts.isElementAccessExpression(parent) && parent.expression === node) this.#addKeys(parent)
    else if (ts.isVariableDeclaration(parent)) this.bind(parent.name, way)
    else if (ts.isSpreadAssignment(parent)) {
      const { properties } = parent.parent
      const before = namesOf(properties.filter(({ pos }) => pos < parent.pos))
      const after = namesOf(properties.filter(({ pos }) => pos > parent.pos))
      this.use(parent.parent, {
        ...way,
        without: new Set([...way.without, ...after]),
        optional: new Set([...way.optional, ...before]),
      })
    } else if (ts.isCallExpression(parent) && parent.expression !== node) this.#pass(parent, node, way)
    else if (ts.isArrowFunction(parent)) this.#returning.add(parent)
  }

  #addKeys({ argumentExpression }: ts.ElementAccessExpression): void {
    const type = this.#checker.getTypeAtLocation(argumentExpression)
    const keys = (type.isUnion() ? type.types : [type]).filter((key) => key.isStringLiteral())
    for (const key of keys) this.input.names.add(key.value)
    if (keys.length === 0) this.input.isOpen = true
  }

  #pass(call: ts.CallExpression, given: ts.Node, before: Way): void {
    const name = nameOf(call.expression)
    const way = { ...before, isCertain: before.isCertain && !isConditional(call) }
    const [schema] = call.arguments
    if (name === 'parseInput' && schema) {
      this.input.schemas.set(schema, way)
      return
    }
    if (/^(safeParse|parse)$/.test(name) && ts.isPropertyAccessExpression(call.expression)) {
      this.input.schemas.set(call.expression.expression, way)
      return
    }
    if (/^(entries|keys|values)$/.test(name)) this.input.isOpen = true
    const index = call.arguments.indexOf(given as ts.Expression)
    for (const called of this.#calledBy(call)) {
      const parameter = called.parameters[index]
      if (isMachinery(called) || !parameter) continue
      this.bind(parameter.name, way)
      if (this.#returning.has(called)) this.use(call, way)
    }
  }

  /** Returns the function that is called. If that is a parameter, as in `act(fields)`, returns each function passed for it. */
  #calledBy({ expression }: ts.CallExpression): ts.SignatureDeclaration[] {
    const callee = ts.isPropertyAccessExpression(expression) ? expression.name : expression
    const declaration = declarationOf(this.#checker, callee)
    if (!declaration || !ts.isParameter(declaration))
      return [functionOf(declaration)].filter((found) => !!found)
    const index = declaration.parent.parameters.indexOf(declaration)
    return this.#calls
      .filter((call) => functionOf(declarationOf(this.#checker, call.expression)) === declaration.parent)
      .map(({ arguments: given }) => given[index])
      .map((given) => functionOf(given) ?? (given && functionOf(declarationOf(this.#checker, given))))
      .filter((found) => !!found)
  }
}

const namesOf = (properties: readonly ts.ObjectLiteralElementLike[]): string[] =>
  properties.flatMap(({ name }) => (name ? [name.getText()] : []))

/** Returns whether a call may be skipped: after an early return, or in a branch. */
function isConditional(call: ts.Node): boolean {
  for (let node = call; !ts.isFunctionLike(node) && !ts.isSourceFile(node); node = node.parent) {
    if (ts.isIfStatement(node.parent) && node.parent.expression !== node) return true
    if (ts.isConditionalExpression(node.parent) && node.parent.condition !== node) return true
    if (ts.isBlock(node.parent) && node.parent.statements.some((one) => one.end <= node.pos && returns(one)))
      return true
  }
  return false
}

function returns(statement: ts.Node): boolean {
  if (ts.isReturnStatement(statement)) return true
  return (
    !ts.isFunctionLike(statement) &&
    ts.forEachChild(statement, (child) => returns(child) || undefined) === true
  )
}

/** Returns the expression around this one that has the same value: `(await fields) ?? {}`. */
function outermost(node: ts.Node): ts.Node {
  const { parent } = node
  const isSame =
    ts.isParenthesizedExpression(parent) ||
    ts.isAwaitExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
  return isSame ? outermost(parent) : node
}
