import { expect, test } from 'vitest'
import { requestExport } from '../../accounts/exports/request-export.ts'
import { openDeletionWorld } from '../../testing/deletion-world.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { madeExport } from '../../testing/exports.ts'
import { databases } from '../../testing/platforms.ts'
import { entriesOf } from './entries.ts'

const open = async (kind: (typeof databases)[number]) =>
  openDeletionWorld(kind, { ECONOMY_URL: (await startTestEconomy()).address })

test.each(databases)('on %s, an export has friends, and only the payments of its user', async (kind) => {
  const { platform, founder, ada, zebedee } = await open(kind)
  const payment = { fee: 0, note: '', link: '', attempt: 1, attempted: 0, due: 0, created: 0, amount: 1 }
  const failed = { ...payment, kind: 'purchase', state: 'failed', settled: 0, reason: 'too poor' } as const
  await platform.db
    .insertInto('payments')
    .values([
      { ...failed, id: '1', subject: 'asset:1', payer_id: ada.id, payee_id: zebedee.id },
      { ...failed, id: '2', subject: 'asset:2', payer_id: zebedee.id, payee_id: ada.id },
      { ...failed, id: '3', kind: 'mint', subject: 'mint:1', payer_id: founder.id, payee_id: zebedee.id },
    ])
    .execute()
  await requestExport(platform, zebedee, {}, { locale: 'en' })
  const { jsonOf } = await madeExport(platform, zebedee)
  expect(jsonOf('payments.json').payments).toMatchObject([{ subject: 'asset:2', to: 'Ada' }])
  expect(jsonOf('people.json').friends_and_requests).toHaveLength(1)
})

test('a file that an attempt has opened is closed when the attempt ends', async () => {
  const { platform, zebedee } = await open('SQLite')
  let opened = 0
  let closed = 0
  const files: typeof platform.files = {
    ...platform.files,
    async open(name) {
      const file = await platform.files.open(name)
      if (!file) return undefined
      opened++
      const close = async () => {
        closed++
        await file.close()
      }
      return { ...file, close }
    },
  }
  const exported = { userId: zebedee.id, language: 'en', site: { name: 'Site' }, started: 0 }
  const entries = entriesOf({ ...platform, files }, { ...exported, onProgress: async () => {} })
  for await (const { name } of entries) if (name.startsWith('games/')) break
  expect([opened, closed]).toEqual([1, 1])
})
