import type { HandledOperation } from '../../site/src/lib/server/operation.ts'
import { listClientHandlers } from './clients.ts'
import { listHandlers } from './handlers.ts'
import { head, operatorPaths, refusals, securitySchemes } from './notes/document.ts'
import { Operations } from './operations.ts'
import { sharedErrors } from './responses.ts'
import { openSources } from './sources.ts'

/** Describes everything that programs can use, from the code that does it. */
export async function describeApi(): Promise<object> {
  const program = openSources()
  const operations = new Operations(program.getTypeChecker())
  const { types, descriptions } = operations
  const paths: Record<string, Record<string, object>> = { ...operatorPaths }
  const actions = new Map<HandledOperation, { 'x-also-at'?: string[] }>()
  for (const handler of [...(await listHandlers(program)), ...listClientHandlers(program)]) {
    const { path, method, kind, operation } = handler
    // The same code with other parts of the address as fields is another operation.
    const known = kind === 'action' ? actions.get(operation) : undefined
    if (known) known['x-also-at'] = [...(known['x-also-at'] ?? []), path]
    else {
      const described = await operations.describe(handler)
      paths[path] = { ...paths[path], [method]: described }
      actions.set(operation, described)
    }
  }
  for (const [name, schema] of Object.entries(types.components)) descriptions.addTo(schema, `#${name}`)
  descriptions.requireNotes()
  const schemas = { ...sorted(types.components), ...refusals }
  const components = { schemas, responses: sharedErrors, securitySchemes }
  return { ...head, paths: sorted(paths), components }
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
