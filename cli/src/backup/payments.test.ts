import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readEvents } from '@baseplate/economy/read-ledger'
import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { storeAsset } from '@baseplate/platform/assets/files/store-asset'
import { buyAsset } from '@baseplate/platform/assets/ownership/buy'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { openPlatform } from '@baseplate/platform/platform'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { registerPerson } from '@baseplate/platform/testing/people'
import {
  createPostgresDatabase,
  databases,
  openTestPlatform,
  type TestPlatform,
} from '@baseplate/platform/testing/platforms'
import { createLog } from '@baseplate/service/log'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'
import { verify } from './verify.ts'

const quiet = { show() {}, end() {} }
const forever = new AbortController().signal

async function paymentFaults(config: Config): Promise<string[]> {
  for await (const { what, faults } of verify(config, quiet)) if (what === 'payments') return faults
  return ['payments were not looked at']
}

/** Lets four buyers buy one hat after another until `stop`. */
async function startBuying(platform: TestPlatform, economy: Awaited<ReturnType<typeof startTestEconomy>>) {
  const maker = { ...(await registerPerson(platform, 'Maker')), permissionLevel: permissionLevel.verified }
  const buyer = await registerPerson(platform, 'Buyer')
  await economy.mint(buyer, 1_000_000)
  const sell = async () => {
    const { id } = await storeAsset(platform, maker, { type: 8, name: 'Straw hat' }, [Buffer.from('hat')])
    await platform.db
      .updateTable('assets')
      .set({ price: 1, for_sale: 1, visibility: 'Visible' })
      .where('id', '=', id)
      .execute()
    return id
  }
  let stopped = false
  let bought = 0
  const buyers = Array.from({ length: 4 }, async () => {
    while (!stopped) {
      await buyAsset(platform, buyer, { id: await sell() })
      bought += 1
      // The backup runs on the same thread.
      await delay(20)
    }
  })
  return {
    bought: () => bought,
    async stop() {
      stopped = true
      await Promise.all(buyers)
    },
  }
}

/** Settles the payments of a restored platform. Returns them with the keys in its ledger. */
async function settleRestored(config: Config) {
  const ledgerFile = join(config.dataDirectory, 'economy', 'ledger')
  const { address: url } = await startTestEconomy({ ledgerFile })
  const restored = await openPlatform({ ...config, economy: { ...config.economy, url } }, createLog('silent'))
  try {
    const readPayments = () => restored.db.selectFrom('payments').select(['id', 'state']).execute()
    // The platform's own job may be about to settle one.
    await expect
      .poll(async () => {
        await restored.payments.settleLeft()
        return (await readPayments()).filter(({ state }) => state !== 'paid')
      })
      .toEqual([])
    const keys: string[] = []
    await readEvents(
      ledgerFile,
      async (events) => void keys.push(...events.flatMap(({ Key }) => Key ?? [])),
      () => {},
    )
    return { payments: await readPayments(), keys }
  } finally {
    await restored.close()
  }
}

test.each(databases)(
  'marks everything bought during a backup as paid or pending, with no unknown payment in the ledger, on %s',
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'backup-payments-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const dataDirectory = join(folder, 'data')
    const economy = await startTestEconomy({ ledgerFile: join(dataDirectory, 'economy', 'ledger') })
    const platform = await openTestPlatform(
      kind,
      {},
      { BASEPLATE_DATA: dataDirectory, ECONOMY_URL: economy.address },
    )
    const shop = await startBuying(platform, economy)

    await expect.poll(shop.bought).toBeGreaterThan(5)
    const before = shop.bought()
    const archive = join(folder, 'all.tar')
    expect((await backUp(platform.config, archive, forever, quiet)).faults).toEqual([])
    await shop.stop()
    const config = { ...platform.config, dataDirectory: join(folder, 'restored') }
    if (kind === 'PostgreSQL') {
      const { url, drop } = await createPostgresDatabase()
      onTestFinished(drop)
      config.databaseUrl = url
    }
    await restore(config, archive, forever, quiet)
    expect(await paymentFaults(config)).toEqual([])

    const { payments, keys } = await settleRestored(config)
    expect(keys.toSorted()).toEqual(payments.map(({ id }) => id).toSorted())
    expect(keys.length).toBeGreaterThanOrEqual(before)

    await platform.db.updateTable('payments').set({ state: 'failed' }).where('state', '=', 'paid').execute()
    expect((await paymentFaults(platform.config))[0]).toMatch(/^payment \S+ failed, but is in the ledger$/)
    await platform.db
      .updateTable('payments')
      .set({ state: 'paid', id: 'unheard-of' })
      .where('id', '=', (await platform.db.selectFrom('payments').select('id').executeTakeFirstOrThrow()).id)
      .execute()
    expect(await paymentFaults(platform.config)).toContain(
      'payment unheard-of is paid, but not in the ledger',
    )
  },
)
