import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { permitViewing, requireViewed } from '../looks/permit.ts'
import { maxPageSize } from '../rules.ts'
import { entriesInput } from './input.ts'
import { listParts, listWithDeleted } from './names.ts'
import { pageOf } from './page-of.ts'

const scopesPerPage = 25

/** An entry of a list of the page. */
export interface KeyedEntry {
  /** Its key. */
  key: string
  /** When it was last changed, or was deleted. Unix milliseconds. */
  updated: number
  /** Bytes of its value. */
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
    const world = { db, worldId, store }
    const parts = scope === undefined ? await scopesOf(world, cursor) : undefined
    const [only] = parts?.rows ?? []
    const isOnly = only !== undefined && parts?.rows.length === 1 && cursor === undefined
    const shown = scope ?? (isOnly ? only.name : null)
    const keys = shown === null ? undefined : await keysOf(world, shown, { prefix, cursor })
    return {
      ...place,
      /** The store. */
      store,
      /** The scope whose entries are listed. Null: the scopes are listed. */
      scope: shown,
      /** Beginning of the listed keys. */
      prefix,
      /** The scopes of the store, by name. Null: entries are listed. */
      scopes: keys ? null : (parts?.rows ?? []),
      /** The entries, by key. Null: scopes are listed. */
      entries: keys?.rows ?? null,
      next: (keys ?? parts)?.next ?? null,
    }
  },
)

interface InStore {
  db: Db
  worldId: number
  store: string
}

async function scopesOf({ db, ...of }: InStore, after: string | undefined) {
  const scopes = await listParts(db, of, { after, limit: scopesPerPage + 1 })
  return pageOf(scopes, scopesPerPage, ({ name }) => name)
}

async function keysOf(
  { db, ...of }: InStore,
  scope: string,
  { prefix, cursor }: { prefix: string; cursor: string | undefined },
) {
  const list = { prefix, after: cursor, limit: maxPageSize + 1 }
  const read = await listWithDeleted(db, { ...of, scope }, list)
  const entries = read.map((entry): KeyedEntry => ({ ...entry, deleted: entry.deleted === 1 }))
  return pageOf(entries, maxPageSize, ({ key }) => key)
}
