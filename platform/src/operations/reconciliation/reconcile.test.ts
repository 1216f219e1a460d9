import { minute } from '@baseplate/service/clock'
import { describe, expect, test, vi } from 'vitest'
import { insertAsset } from '../../assets/files/store-asset.ts'
import { buyAsset } from '../../assets/ownership/buy.ts'
import { newAssetId } from '../../foundation/ids.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { reconcile } from './reconcile.ts'

describe.each(databases)('reconciliation with the ledger on %s', (kind) => {
  test('finds no difference in a sound platform, and reports every difference on either side', async () => {
    const { economy, platform, buyer, sell, ids } = await start(kind)
    const pass = () => platform.pass(minute)
    pass()
    // Other programs may send events without a payment’s key.
    await economy.post('/burn', { From: `user:${buyer.id}`, Amount: 1, Note: 'x', Link: '/' })
    expect(await reconcile(platform)).toEqual({ events: 7, payments: 5, waiting: [], faults: [] })
    expect(await reconcile(platform, 1)).toEqual({ events: 7, payments: null, waiting: [], faults: [] })

    const change = (id: string | undefined, values: object) =>
      platform.db
        .updateTable('payments')
        .set(values)
        .where('id', '=', id ?? '')
        .execute()
    await change(ids[0], { state: 'failed' })
    await change(ids[1], { amount: 21 })
    await change(ids[2], { id: 'unheard-of' })
    await platform.db.deleteFrom('owned_assets').where('user_id', '=', buyer.id).execute()
    await change(ids[6], { state: 'paid' })
    vi.spyOn(platform.economy, 'send').mockResolvedValue({
      outcome: 'unknown',
      reason: 'the economy service has not answered',
    })
    await buyAsset(platform, buyer, { id: await sell(1) }).catch(() => {})
    pass()
    const { faults, waiting } = await reconcile(platform)
    expect(waiting).toMatchObject([
      {
        text: expect.stringMatching(/waits for the ledger$/),
        about: `0.000001 units of user:${buyer.id}, “Bought Hat”`,
      },
    ])
    platform.pass(6 * minute)
    expect((await reconcile(platform, 1)).waiting).toMatchObject([
      {
        text: expect.stringMatching(
          /^payment \w+ has been pending for 7 minutes: the economy service has not answered$/,
        ),
        about: `0.000001 units of user:${buyer.id}, “Bought Hat”`,
      },
    ])
    const charged = faults.find(({ difference }) => difference === 'charged')
    expect(charged?.about).toBe(`0.000010 units of user:${buyer.id}, “Bought Hat”`)
    expect(
      faults.map(({ text }) => text.replaceAll(/\d\w{19}/g, (id) => String(ids.indexOf(id)))).toSorted(),
    ).toEqual(
      [
        'payment 0 failed, but is in the ledger',
        'payment 1 is another one in the ledger',
        ...[1, 3, 4, 5, 6].map((n) => `payment ${n} is paid, but its item was not granted`),
        'payment 2 is in the ledger, but not known here',
        'payment 6 is paid, but not in the ledger',
        'payment unheard-of is paid, but not in the ledger',
        'payment unheard-of is paid, but its item was not granted',
      ].toSorted(),
    )
  })
})

test('reports a mint with an unknown key, and no stipend', async () => {
  const { economy, platform, buyer } = await start('SQLite')
  const mint = (Note: string, key: string) =>
    economy.post('/mint', { To: `user:${buyer.id}`, Amount: 5, Note }, { 'idempotency-key': key })
  await mint('Stipend', 'stipend key')
  await mint('A gift', 'gift key')
  const { faults } = await reconcile(platform)
  expect(faults).toMatchObject([
    {
      difference: 'unknown',
      id: 'gift key',
      about: `0.000005 units minted for user:${buyer.id}, “A gift”`,
    },
  ])
})

/** A platform with one purchase of each of seven prices: five paid, one free, and one that is refused. */
async function start(kind: DatabaseKind) {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
  const [maker, buyer] = [await registerPerson(platform, 'Maker'), await registerPerson(platform, 'Buyer')]
  await economy.mint(buyer, 1_000)
  const file = { file_size: 0, file_sha256: '', file_md5: '' }
  const sell = async (price: number) => {
    const asset = { id: newAssetId(), type: 8, name: 'Hat', description: '', price, for_sale: 1, ...file }
    await insertAsset(platform.db, maker, { ...asset, visibility: 'Visible' }, platform.now())
    return asset.id
  }
  const ids: string[] = []
  for (const price of [10, 20, 30, 40, 50, 0, 2_000]) {
    await buyAsset(platform, buyer, { id: await sell(price) }).catch(() => {})
    const [last] = await platform.db.selectFrom('payments').select('id').where('amount', '=', price).execute()
    ids.push(last?.id ?? '')
  }
  return { economy, platform, buyer, sell, ids }
}
