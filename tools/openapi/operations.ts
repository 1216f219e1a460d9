import { parseConfig } from '@baseplate/platform/config/load'
import { type HandledOperation, operationOf, type RouteModule } from '../../site/src/lib/server/operation.ts'
import { root } from './file.ts'
import { configured, type Described, describeFields } from './inputs.ts'
import { type Handler, unnamed } from './sources.ts'

/** Returns what the handler of a route says that it does; undefined for a page without data. */
export async function operationAt({
  route,
  kind,
  method,
  action,
}: Handler): Promise<HandledOperation | undefined> {
  const file = kind === 'endpoint' ? '+server.ts' : '+page.server.ts'
  const module = await importOf(`${root}/site/src/routes${route}/${file}`)
  if (kind === 'endpoint') return operationOf(module?.[method.toUpperCase()])
  if (kind === 'page') return operationOf(module?.load)
  const named = action === 'default' ? unnamed[route] : action
  return operationOf(module?.actions?.[named ?? 'default'])
}

const importOf = (file: string): Promise<RouteModule | undefined> =>
  import(file).catch((error: { code?: string }) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  })

/** A site without accounts, whose accounts will have email addresses. Apart from one theme, nothing else is configured. */
const platform = {
  // Schemas query the database only to find out whether there are accounts.
  db: { selectFrom: () => ({ select: () => ({ executeTakeFirst: async () => undefined }) }) },
  config: parseConfig(
    { Registration: { Emails: true }, Themes: [{ Name: configured, File: 'configured' }] },
    {},
    root,
  ),
  branding: { read: async () => ({ languages: [configured] }) },
  texts: { locales: [] },
  now: () => 0,
}

type Stated = NonNullable<HandledOperation['input']>

/** Describes the fields of a use case. Fields that the address names are left out. */
export async function describeOperationInput(
  input: Stated,
  { params = [], proof, file }: HandledOperation,
): Promise<Described> {
  const schema = typeof input === 'function' ? await input(platform as never) : input
  const described = describeFields(schema, params)
  const proofs = proof ? { proofpassword: { type: 'string' }, work: { type: 'string' } } : {}
  const { properties } = described
  if (file) delete properties[file.field]
  return {
    ...described,
    properties: { ...proofs, ...properties },
    files: new Set(file ? [file.field] : []),
  }
}
