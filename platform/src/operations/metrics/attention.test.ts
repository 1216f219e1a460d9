import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { day, minute } from '@baseplate/service/clock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withUsernames } from '../../money/wallet/account-names.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { viewAttention } from './attention.ts'
import { recordBackup } from './queries.ts'

async function start(kind: (typeof databases)[number]) {
  const platform = await openTestPlatform(kind)
  platform.economy.readTotals = async () => ({ supply: 0n, minted: 0n, burned: 0n })
  return { platform, founder: await registerPerson(platform, 'Founder') }
}

test.each(databases)(
  'on %s, a payment that is pending for more than five minutes needs an administrator, who is told why',
  async (kind) => {
    const { platform, founder } = await start(kind)
    const created = platform.now()
    await platform.db
      .insertInto('payments')
      .values({
        id: 'left',
        kind: 'purchase',
        subject: 'asset:123456789',
        state: 'pending',
        payer_id: founder.id,
        payee_id: null,
        amount: 1,
        fee: 0,
        note: 'Bought a hat',
        link: '/catalog/123456789/a-hat',
        attempt: 1,
        attempted: created,
        unanswered: created,
        due: created,
        created,
        settled: null,
        reason: 'the economy service has not answered',
      })
      .execute()
    expect(await viewAttention(platform, founder)).toEqual([])
    platform.pass(5 * minute)
    expect(await viewAttention(platform, founder)).toEqual([])
    platform.pass(1)
    expect(await viewAttention(platform, founder)).toMatchObject([
      {
        what: 'payments',
        count: 1,
        details: [
          `left, 0.000001 units of user:${founder.id}, “Bought a hat”: pending for 5 minutes: the economy service has not answered`,
        ],
        payments: [
          { id: 'left', facts: { account: `user:${founder.id}`, amount: '1', note: 'Bought a hat' } },
        ],
      },
    ])
    const payments = (await viewAttention(platform, founder))[0]?.payments ?? []
    expect(await withUsernames(platform.db, payments)).toMatchObject([{ id: 'left', username: 'Founder' }])
    expect(await viewAttention(platform, { ...founder, permissionLevel: 4 })).toEqual([])
  },
)

test('asks for an administrator when the disk fills, with the space that is left', async () => {
  const { platform, founder } = await start('SQLite')
  const disk = await fs.statfs(platform.config.dataDirectory)
  const looked = vi.spyOn(fs, 'statfs').mockResolvedValue({ ...disk, bsize: 1_000, blocks: 1e8, bavail: 2e6 })
  syncBuiltinESMExports()
  onTestFinished(() => {
    looked.mockRestore()
    syncBuiltinESMExports()
  })
  expect(await viewAttention(platform, founder)).toEqual([{ what: 'disk', count: 2e9 }])
})

test('asks for an administrator when there is no recent backup', async () => {
  const { platform, founder } = await start('SQLite')
  const missing = async () => (await viewAttention(platform, founder)).map(({ what }) => what)
  platform.pass(7 * day)
  expect(await missing()).toEqual([])
  platform.pass(1)
  expect(await missing()).toEqual(['backup'])
  await recordBackup(platform.db, { finished: platform.now(), file: '/backups/a.tar', bytes: 1 })
  expect(await missing()).toEqual([])

  const scheduled = { ...platform.config, Backup: { Folder: '/backups', Hours: 24, Keep: 7 } }
  platform.pass(2 * day + 1)
  expect(await missing()).toEqual([])
  expect(await viewAttention({ ...platform, config: scheduled }, founder)).toEqual([
    { what: 'backup', count: null },
  ])
})
