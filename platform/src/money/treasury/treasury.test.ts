import { hour, minute } from '@baseplate/service/clock'
import { expect, test, vi } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { viewAudit } from '../../moderation/audit/view.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { reconcile } from '../../operations/reconciliation/reconcile.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { confirmMint } from './confirm-mint.ts'
import { prepareMint } from './prepare-mint.ts'
import { exportTransactions, viewTransactions } from './transactions.ts'
import { viewMint } from './view-mint.ts'

async function start(kind: DatabaseKind) {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform(
    kind,
    { Filtering: { Words: ['darn'] } },
    { ECONOMY_URL: economy.address },
  )
  const administrator = await registerPerson(platform, 'Administrator')
  const anna = await registerPerson(platform, 'Anna')
  return { economy, platform, administrator, anna }
}

const prize = { username: ' anna ', amount: '12.000001', note: 'A darn prize' }

test.each(databases)(
  'mints a confirmed amount once, logs it and notifies the recipient on %s',
  async (kind) => {
    const { economy, platform, administrator, anna } = await start(kind)
    await economy.mint(administrator, 5)
    const { id } = await prepareMint(platform, administrator, prize)
    expect(await economy.balanceOf(anna)).toBe(0)
    expect(await viewMint(platform, administrator, { id })).toEqual({
      id,
      username: 'Anna',
      amount: 12_000_001,
      note: 'A #### prize',
      state: 'prepared',
      reason: null,
      inCirculation: 5n,
    })

    // A double click, a second tab, and a later resubmission of the page.
    await Promise.all([1, 2, 3, 4].map(() => confirmMint(platform, administrator, { id })))
    await confirmMint(platform, administrator, { id })
    expect(await economy.balanceOf(anna)).toBe(12_000_001)
    expect(await viewMint(platform, administrator, { id })).toMatchObject({
      state: 'paid',
      inCirculation: 12_000_006n,
    })
    const { entries } = await viewAudit(platform, administrator, { action: 'mint' })
    expect(entries).toMatchObject([{ actor: 'Administrator', person: 'Anna', before: null }])
    expect(JSON.parse(entries[0]?.after ?? '')).toEqual({ amount: '12.000001', note: 'A #### prize' })
    const { notifications } = await viewNotifications(platform, anna)
    expect(notifications).toMatchObject([
      { type: 'mint', note: 'You received ◈ 12.000001: A #### prize', sender: null, link: '/economy' },
    ])
    expect(await reconcile(platform)).toMatchObject({ payments: 1, faults: [] })

    // Preparing the same values again is another mint.
    await confirmMint(platform, administrator, await prepareMint(platform, administrator, prize))
    expect(await economy.balanceOf(anna)).toBe(24_000_002)
  },
)

test('refuses invalid amounts at their field, and mints prepared by another administrator', async () => {
  const { platform, administrator, anna } = await start('SQLite')
  const wrong = (input: object) => errorsOf(prepareMint(platform, administrator, { ...prize, ...input }))
  for (const amount of [
    '0',
    '-1',
    '1.0000001',
    '1e3',
    '1,000',
    '12,500',
    '1000000000.000001',
    '',
    ' ',
    'NaN',
    5,
    null,
  ]) {
    expect(await wrong({ amount }), String(amount)).toEqual({
      amount: expect.stringMatching(/^Enter an amount/),
    })
  }
  expect(await wrong({ username: 'Nobody' })).toEqual({ username: 'No user has this username' })
  expect(Object.keys((await wrong({ username: '', note: ' \n ', amount: undefined })) ?? {})).toEqual([
    'username',
    'amount',
    'note',
  ])
  expect(await wrong({ note: 'x'.repeat(201) })).toHaveProperty('note')
  const most = await prepareMint(platform, administrator, { ...prize, amount: '1000000000' })
  const moderator = { ...anna, permissionLevel: 4 }
  const other = { ...anna, permissionLevel: 5 }
  for (const [actor, reason] of [
    [moderator, 'forbidden'],
    [other, 'missing'],
  ] as const) {
    await expect(confirmMint(platform, actor, most)).rejects.toMatchObject({ reason })
    await expect(viewMint(platform, actor, most)).rejects.toMatchObject({ reason })
  }
  await expect(prepareMint(platform, moderator, prize)).rejects.toMatchObject({ reason: 'forbidden' })
  await expect(viewTransactions(platform, moderator, {})).rejects.toMatchObject({ reason: 'forbidden' })
  await expect(exportTransactions(platform, moderator, {})).rejects.toMatchObject({ reason: 'forbidden' })
  await expect(confirmMint(platform, administrator, { id: 'unknown' })).rejects.toMatchObject({
    reason: 'missing',
  })

  platform.pass(hour)
  expect(await viewMint(platform, administrator, most)).toMatchObject({ state: 'prepared' })
  platform.pass(1)
  expect(await viewMint(platform, administrator, most)).toMatchObject({ state: 'expired' })
  const fresh = { ...administrator, proved: platform.now() }
  await expect(confirmMint(platform, fresh, most)).rejects.toThrow('more than an hour ago')
  platform.pass(hour)
  await prepareMint(platform, administrator, prize)
  await expect(viewMint(platform, administrator, most)).rejects.toMatchObject({ reason: 'missing' })
})

test('reports a mint that the ledger refuses, cannot receive or leaves unanswered', async () => {
  const { economy, platform, administrator, anna } = await start('SQLite')
  const everything = `{"To":"bank","Amount":${2n ** 64n - 1n - 20_000_000n},"Note":"Founding"}`
  await fetch(`${economy.address}/mint`, { method: 'POST', body: everything })
  const large = await prepareMint(platform, administrator, { ...prize, amount: '20.000001' })
  await expect(confirmMint(platform, administrator, large)).rejects.toThrow('maximum supply')
  expect(await viewMint(platform, administrator, large)).toMatchObject({
    state: 'failed',
    reason: 'mint would exceed the maximum supply',
  })

  // The ledger writes the mint, and its response is lost.
  const { id } = await prepareMint(platform, administrator, { ...prize, amount: '1' })
  const sending = platform.economy.send
  const send = vi.spyOn(platform.economy, 'send').mockImplementationOnce(async (...request) => {
    await sending(...request)
    return { outcome: 'unknown', reason: 'the economy service has not answered' }
  })
  await expect(confirmMint(platform, administrator, { id })).rejects.toThrow('still being checked')
  expect(await viewMint(platform, administrator, { id })).toMatchObject({ state: 'pending' })
  platform.pass(minute)
  await platform.payments.settleLeft()
  expect(await viewMint(platform, administrator, { id })).toMatchObject({ state: 'paid' })
  await confirmMint(platform, administrator, { id })
  expect(await economy.balanceOf(anna)).toBe(1_000_000)
  expect((await viewAudit(platform, administrator, { action: 'mint' })).entries).toHaveLength(1)

  // A mint that never reached the ledger has failed, and can be confirmed again.
  const { id: later } = await prepareMint(platform, administrator, { ...prize, amount: '2' })
  send.mockResolvedValueOnce({ outcome: 'unsent', reason: 'the economy service cannot be reached' })
  await expect(confirmMint(platform, administrator, { id: later })).rejects.toThrow('Cannot connect')
  expect(await viewMint(platform, administrator, { id: later })).toMatchObject({
    state: 'failed',
    amount: 2_000_000,
  })
  await confirmMint(platform, administrator, { id: later })
  expect(await economy.balanceOf(anna)).toBe(3_000_000)
  expect(await reconcile(platform)).toMatchObject({ payments: 2, faults: [] })
})

test('mints once, although the clock was set back between a failed confirmation and the next one', async () => {
  const { economy, platform, administrator, anna } = await start('SQLite')
  const { id } = await prepareMint(platform, administrator, prize)
  vi.spyOn(platform.economy, 'send').mockResolvedValueOnce({ outcome: 'unsent', reason: 'no connection' })
  await expect(confirmMint(platform, administrator, { id })).rejects.toThrow('Cannot connect')
  platform.setClock(-minute)
  for (const _ of [1, 2]) await confirmMint(platform, administrator, { id })
  expect(await viewMint(platform, administrator, { id })).toMatchObject({ state: 'paid' })
  expect(await economy.balanceOf(anna)).toBe(12_000_001)
})

test('pages and exports the transactions of all accounts and of one', async () => {
  const { economy, platform, administrator, anna } = await start('SQLite')
  await fillLedger(economy, administrator, anna)
  const view = (input: Record<string, unknown>) => viewTransactions(platform, administrator, input)
  const first = await view({})
  const rest = await view({ cursor: first?.next })
  expect([first?.transactions.length, rest?.transactions.length, rest?.next]).toEqual([100, 29, null])
  const party = { account: `user:${anna.id}`, username: 'Anna' }
  expect(first?.transactions.slice(0, 3)).toMatchObject([
    { type: 'Burn', from: party, to: null, amount: 5n, fee: 0n, note: 'A group', link: '/groups/x' },
    {
      type: 'Transaction',
      from: party,
      to: { username: 'Administrator' },
      amount: 1_000_005n,
      fee: 100_000n,
    },
    { type: 'Mint', from: null, to: party, link: null },
  ])
  expect(rest?.transactions.at(-2)).toMatchObject({
    from: { account: 'bank', username: null },
    to: { account: 'user:gone', username: null },
    link: null,
  })
  const notes = async (user: string) => (await view({ user }))?.transactions.map(({ note }) => note)
  expect(await notes('ADMINISTRATOR')).toEqual(['=A hat'])
  expect(await notes('user:gone')).toEqual(['Elsewhere'])
  expect(await notes('bank')).toEqual(['Elsewhere', 'Founding'])
  expect(await notes('nobody')).toEqual([])
  expect(await notes('not an account')).toEqual([])
  await expect(view({ cursor: 'unknown' })).rejects.toMatchObject({ reason: 'invalid' })

  const rows = await Array.fromAsync(await exportTransactions(platform, administrator, {}))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(129)
  expect(
    await Array.fromAsync(await exportTransactions(platform, administrator, { user: 'bank' })),
  ).toHaveLength(2)

  // The ledger stops during the export, so the file must not end like a complete one.
  const reading = await exportTransactions(platform, administrator, {})
  await reading.next()
  await economy.close()
  await expect(Array.fromAsync(reading)).rejects.toThrow('Cannot connect to Economy service')
  await expect(exportTransactions(platform, administrator, {})).rejects.toMatchObject({ reason: 'failed' })
  expect(await view({})).toBeNull()
})

/** Writes 129 events of users, a deleted user and an account without a user. */
async function fillLedger(
  { post, mint }: Awaited<ReturnType<typeof startTestEconomy>>,
  administrator: Actor,
  anna: Actor,
): Promise<void> {
  await post('/mint', { To: 'bank', Amount: 500, Note: 'Founding' })
  await post('/transact', {
    From: 'bank',
    To: 'user:gone',
    Amount: 9,
    Note: 'Elsewhere',
    Link: 'https://x/y',
  })
  for (let index = 0; index < 125; index++) await mint(anna, 1_000_000)
  await post('/transact', {
    From: `user:${anna.id}`,
    To: `user:${administrator.id}`,
    Amount: 1_000_005,
    Note: '=A hat',
    Link: '/catalog/1/a-hat',
    Fee: 0.1,
  })
  await post('/burn', { From: `user:${anna.id}`, Amount: 5, Note: 'A group', Link: '/groups/x' })
}
