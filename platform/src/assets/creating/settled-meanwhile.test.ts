import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { picture, startCreations } from '../../testing/creations.ts'
import { publish } from '../drafts/publish.ts'
import { findAsset } from '../queries.ts'

/** Calls back after a query has read the table for the given time, before its caller gets the rows. */
function afterRead(table: string, times: number, then: () => Promise<void>): KyselyPlugin {
  const reads = new WeakSet<object>()
  let count = 0
  return {
    transformQuery({ node, queryId }) {
      const isRead = node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes(`"${table}"`)
      if (isRead && ++count === times) reads.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (reads.has(queryId)) await then()
      return result
    },
  }
}

test('a form that is sent again while its payment fails creates an asset that exists', async () => {
  const { platform, maker } = await startCreations('SQLite')
  const { db, economy } = platform
  const { send } = economy
  const form = { key: 'abcdefghij0123456789', type: '11', name: 'Striped shirt', description: '', price: '3' }
  const file = await picture(585, 559)
  economy.send = async () => ({ outcome: 'unknown', reason: 'the economy service has not answered' })
  await expect(publish(platform, maker, { ...form, asset: file })).rejects.toThrow('still being checked')
  economy.send = send
  // The job settles the payment when the form has found that its creation has not failed.
  const failing = afterRead('creations', 2, async () => {
    await db.updateTable('payments').set({ state: 'failed', settled: platform.now() }).execute()
    await db.updateTable('creations').set({ state: 'failed' }).execute()
  })
  const { id } = await publish({ ...platform, db: db.withPlugin(failing) }, maker, { ...form, asset: file })
  expect(await findAsset(db, id)).toMatchObject({ id, name: 'Striped shirt' })
})
