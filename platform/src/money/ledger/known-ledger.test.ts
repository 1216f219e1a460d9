import { copyFile, mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createGroup } from '../../people/groups/create.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { claimStipend } from '../wallet/claim-stipend.ts'
import { findKnownLedger, replaceKnownLedger } from './queries.ts'
import { createLedgerWatch } from './watch-ledger.ts'

const unit = 1_000_000
const otherLedger = { reason: 'busy', problem: { code: 'economy.other_ledger' } }

/** A platform whose economy service can be replaced by one with another ledger file. */
async function start(kind: DatabaseKind) {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = join(directory, 'first')
  const first = await startTestEconomy({ ledgerFile: file })
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: first.address })
  const payer = await registerPerson(platform, 'Payer')
  let running = first
  const restartOn = async (ledgerFile: string) => {
    await running.close()
    running = await startTestEconomy({ ledgerFile, port: first.port })
    return running
  }
  const pay = (name: string) => createGroup(platform, payer, { name })
  return { directory, file, first, platform, payer, restartOn, pay }
}

/** Pays once from 20 units, so that the platform knows its ledger. Returns the ledger as it was before. */
async function payOnce(world: Awaited<ReturnType<typeof start>>): Promise<string> {
  const { directory, file, first, payer, pay } = world
  await first.mint(payer, 20 * unit)
  const before = join(directory, 'before')
  await copyFile(file, before)
  await pay('Club')
  return before
}

describe.each(databases)('on %s, a platform', (kind) => {
  test('belongs to the ledger of its first payment, and follows it while it grows', async () => {
    const world = await start(kind)
    const { platform, file, restartOn, pay } = world
    expect(await findKnownLedger(platform.db)).toBeUndefined()
    await payOnce(world)
    const known = await findKnownLedger(platform.db)
    expect(known).toMatchObject({ height: expect.any(Number) })
    await pay('Team')
    await restartOn(file)
    await pay('Crew')
    await platform.economy.knownLedger.look()
    const grown = await findKnownLedger(platform.db)
    expect(grown?.id).toBe(known?.id)
    expect(grown?.height).toBeGreaterThan(known?.height ?? 0)
  })

  test.each(['empty', 'older', 'another', 'forked'])(
    'refuses an %s ledger, and writes nothing to it',
    async (which) => {
      const world = await start(kind)
      const { directory, platform, payer, restartOn, pay } = world
      const before = await payOnce(world)
      await platform.economy.knownLedger.look()
      const balance = await platform.economy.balanceOf(payer.id)
      expect(balance).toBe(BigInt(15 * unit))
      const wrong = which === 'older' || which === 'forked' ? before : join(directory, 'wrong')
      const economy = await restartOn(wrong)
      const rich = { id: 'rich' }
      if (which === 'another') await economy.mint(payer, 20 * unit)
      if (which === 'forked') for (let mints = 0; mints < 60; mints++) await economy.mint(rich, 1)
      const events = (await economy.events()).length
      await expect(pay('Team')).rejects.toMatchObject(otherLedger)
      await expect(claimStipend(platform, payer)).rejects.toMatchObject(otherLedger)
      await expect(platform.economy.accounts.read(payer.id)).rejects.toMatchObject(otherLedger)
      platform.economy.forgetBalance(payer.id)
      expect(await platform.economy.balanceOf(payer.id)).toBeNull()
      expect(await economy.events()).toHaveLength(events)
      const states = await platform.db
        .selectFrom('payments')
        .select('state')
        .orderBy('state', 'desc')
        .execute()
      expect(states).toEqual([{ state: 'paid' }, { state: 'failed' }])
    },
  )

  test('keeps a payment pending while the ledger is another one, and settles it on its own', async () => {
    const world = await start(kind)
    const { directory, file, platform, restartOn, pay } = world
    await payOnce(world)
    const send = vi.spyOn(platform.economy, 'send')
    send.mockResolvedValueOnce({ outcome: 'unknown', reason: 'the economy service has not answered' })
    await expect(pay('Team')).rejects.toThrow('still being checked')
    await restartOn(join(directory, 'empty'))
    platform.pass(120_000)
    await platform.payments.settleLeft()
    await expect(pay('Team')).rejects.toMatchObject(otherLedger)
    await restartOn(file)
    platform.pass(120_000)
    await platform.payments.settleLeft()
    const states = await platform.db.selectFrom('payments').select('state').execute()
    expect(states).toEqual([{ state: 'paid' }, { state: 'paid' }])
  })

  test('continues with another ledger once an operator has accepted it', async () => {
    const world = await start(kind)
    const { directory, platform, payer, restartOn, pay } = world
    await payOnce(world)
    const error = vi.spyOn(platform.log, 'error')
    const watch = createLedgerWatch(platform)
    await watch()
    expect(error).not.toHaveBeenCalled()
    const economy = await restartOn(join(directory, 'new'))
    await watch()
    await watch()
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { reason: 'this ledger is empty, and the caller knows one with events' },
      expect.stringContaining('baseplate ledger accept'),
    )
    const info = vi.spyOn(platform.log, 'info')
    await replaceKnownLedger(platform.db, undefined)
    await watch()
    await watch()
    expect(info).toHaveBeenCalledExactlyOnceWith('the ledger is the known one again')
    await economy.mint(payer, 20 * unit)
    await pay('Team')
    expect(await economy.balanceOf(payer)).toBe(15 * unit)
  })
})

test('compares the ledger without the file of its running hash', async () => {
  const world = await start('SQLite')
  const { file, platform, first, payer, restartOn, pay } = world
  for (let mints = 0; mints < 60; mints++) await first.mint(payer, unit)
  await pay('Club')
  await platform.economy.knownLedger.look()
  await first.close()
  await truncate(`${file}.chain`)
  await restartOn(file)
  await truncate(`${file}.chain`)
  await pay('Team')
})

test('works with a compatible service that does not identify its ledger', async () => {
  const { platform, first } = await start('SQLite')
  const known = { id: 'a'.repeat(32), height: 5, hash: 'b'.repeat(64) }
  await first.close()
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/ledger' ? 404 : 200).end('7')
  }).listen(first.port, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  expect(await platform.economy.knownLedger.look()).toBeUndefined()
  await replaceKnownLedger(platform.db, known)
  expect(await platform.economy.balanceOf('someone')).toBe(7n)
  expect(await findKnownLedger(platform.db)).toEqual(known)
})
