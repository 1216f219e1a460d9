import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { permitViewing, requireViewed } from '../looks/permit.ts'
import { maxPageSize } from '../rules.ts'
import { entriesInput } from './input.ts'
import { listParts, listWithDeleted, type NamedPart } from './names.ts'
import { pageOf } from './page-of.ts'

const scopesPerPage = 25

/** An entry of a list of the page. */
export interface KeyedEntry {
  key: string
  updated: number
  bytes: number
  /** Whether it was deleted. Its versions can be restored for 30 days. */
  deleted: boolean
}

/** @throws Refused as `requireViewed` */
export const viewDataEntries = useCase(
  {
    summary: 'Lists the entries of a scope by key, with deleted ones, or the scopes of a store by name.',
    scope: 'data:read',
    permit: permitViewing,
    input: entriesInput,
  },
  async ({ db }: { db: Db }, actor, { id, store, scope, prefix, cursor }) => {
    const { worldId, place } = await requireViewed(db, actor, id)
    const page = { ...place, store, prefix }
    if (scope !== undefined) return { ...page, ...(await entriesOf(db, scope)) }
    const scopes = await listParts(db, { worldId, store }, { after: cursor, limit: scopesPerPage + 1 })
    const [only] = scopes
    if (only && scopes.length === 1 && cursor === undefined)
      return { ...page, ...(await entriesOf(db, only.name)) }
    const { rows, next } = pageOf(scopes, scopesPerPage, ({ name }) => name)
    return { ...page, scope: null, scopes: rows, entries: null, next }

    async function entriesOf(handle: Db, shown: string) {
      const read = await listWithDeleted(
        handle,
        { worldId, store, scope: shown },
        { prefix, after: cursor, limit: maxPageSize + 1 },
      )
      const { rows: some, next: following } = pageOf(read, maxPageSize, ({ key }) => key)
      const entries: KeyedEntry[] = some.map((entry) => ({ ...entry, deleted: entry.deleted === 1 }))
      return { scope: shown, scopes: null as NamedPart[] | null, entries, next: following }
    }
  },
)
