import type { Files } from '@baseplate/storage/files'
import type { KyselyPlugin } from 'kysely'
import type { Db } from '../foundation/database.ts'

/**
 * Returns a database and files that fail after a number of changes, as if the process had been killed. A change is a removed file, or
 * a transaction or statement that has written rows.
 */
export function createInterruptions({ db, files }: { db: Db; files: Files }, changes: number) {
  let left = changes
  let wasKilled = false
  const live = () => {
    if (left > 0) return
    wasKilled = true
    throw new Error('killed')
  }
  const watch = (onChange: () => void): KyselyPlugin => ({
    transformQuery({ node }) {
      live()
      return node
    },
    async transformResult({ result }) {
      if ((result.numAffectedRows ?? 0n) > 0n) onChange()
      return result
    },
  })
  const change = () => {
    left--
  }
  const transaction = () => ({
    async execute<Result>(work: (trx: Db) => Promise<Result>): Promise<Result> {
      live()
      let hasChanged = false
      const onChange = () => {
        hasChanged = true
      }
      const result = await db.transaction().execute((trx) => work(trx.withPlugin(watch(onChange))))
      if (hasChanged) change()
      return result
    },
  })
  const remove = async (name: string) => {
    live()
    const found = await files.open(name)
    await found?.close()
    await files.remove(name)
    if (found) change()
  }
  const parts = {
    db: replaced(db.withPlugin(watch(change)), { transaction }),
    files: replaced(files, { remove }),
  }
  return { parts, wasKilled: () => wasKilled }
}

/** Returns an object with some of its methods replaced. */
const replaced = <Value extends object>(value: Value, methods: object): Value =>
  new Proxy(value, {
    get(target, name) {
      const own: unknown = Reflect.get(methods, name)
      const found: unknown = own ?? Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(own ? methods : target) : found
    },
  })
