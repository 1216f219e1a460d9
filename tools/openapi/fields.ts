import ts from 'typescript'
import { certain, Flow, type Input, isMachinery, nameOf } from './flow.ts'
import type { Reached } from './reach.ts'
import { functionOf, type Sources } from './sources.ts'

/** Follows the fields of a request through the code, to the names and the schemas that read them. */
export class FieldReader {
  readonly #checker: ts.TypeChecker

  constructor({ checker }: Sources) {
    this.#checker = checker
  }

  /** Returns what a handler reads of the submitted form. */
  form({ calls }: Reached): Input {
    const flow = new Flow(this.#checker, calls)
    for (const call of calls) {
      if (isMachinery(call)) continue
      const name = nameOf(call.expression)
      if (/^(form|actor|staff|proven|file)Action$/.test(name)) {
        const act = call.arguments.map((given) => functionOf(given)).find((given) => given)
        if (act?.parameters[1]) flow.bind(act.parameters[1].name, certain)
      }
      if (name === 'fileAction') flow.addFile(call.arguments[1])
      if (name === 'readFields') flow.use(call, certain)
      if (name === 'readFieldsAndFile') {
        flow.addFile(call.arguments[1])
        flow.useProperty(call, 'fields')
      }
      if (name === 'readUpload') {
        flow.addFile(call.arguments[1])
        const fields = functionOf(call.arguments[2])?.parameters[1]
        if (fields) flow.bind(fields.name, certain)
      }
    }
    return flow.input
  }

  /** Returns what a handler reads of the query. */
  query({ calls }: Reached): Input {
    const flow = new Flow(this.#checker, calls)
    for (const call of calls) {
      const name = nameOf(call.expression)
      if (name === 'queryOf' || /\b(req|request)\.query\(\)$/.test(call.getText())) flow.use(call, certain)
      if (
        name === 'fromEntries' &&
        call.arguments[0]?.getText().endsWith('searchParams') &&
        !isMachinery(call)
      )
        flow.use(call, certain)
      const [key] = call.arguments
      if (/^(get|has|query)$/.test(name) && key && ts.isStringLiteral(key) && this.#isQuery(call.expression))
        flow.input.names.add(key.text)
    }
    return flow.input
  }

  #isQuery(method: ts.Expression): boolean {
    if (!ts.isPropertyAccessExpression(method)) return false
    if (/\b(req|request)\.query$/.test(method.getText())) return true
    return this.#checker.getTypeAtLocation(method.expression).symbol?.name === 'URLSearchParams'
  }
}
