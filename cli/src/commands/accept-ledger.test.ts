import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findKnownLedger } from '@baseplate/platform/money/ledger/queries'
import { createGroup } from '@baseplate/platform/people/groups/create'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { registerPerson } from '@baseplate/platform/testing/people'
import { type DatabaseKind, databases, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runHere } from '../testing/command.ts'

const unit = 1_000_000

/** A platform that has paid, and whose economy service then continues with an empty ledger. */
async function platformWithAnotherLedger(kind: DatabaseKind) {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-accept-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const first = await startTestEconomy({ ledgerFile: join(directory, 'first') })
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: first.address })
  const payer = await registerPerson(platform, 'Payer')
  await first.mint(payer, 20 * unit)
  await createGroup(platform, payer, { name: 'Club' })
  await first.close()
  const start = () => startTestEconomy({ ledgerFile: join(directory, 'second'), port: first.port })
  const { config } = platform
  const accept = () =>
    runHere(['ledger', 'accept'], {
      PATH: process.env.PATH ?? '',
      BASEPLATE_DATA: config.dataDirectory,
      ECONOMY_URL: first.address,
      ...(config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
    })
  return { platform, payer, accept, start }
}

describe.each(databases)('ledger accept on %s', (kind) => {
  test('lets a platform pay from the ledger that its economy service has now', async () => {
    const { platform, payer, accept, start } = await platformWithAnotherLedger(kind)
    const second = await start()
    await second.mint(payer, 20 * unit)
    const pay = () => createGroup(platform, payer, { name: 'Team' })
    await expect(pay()).rejects.toMatchObject({ problem: { code: 'economy.other_ledger' } })
    const before = await findKnownLedger(platform.db)
    const { code, stdout } = await accept()
    const now = await findKnownLedger(platform.db)
    expect(now?.id).not.toBe(before?.id)
    expect(code).toBe(0)
    expect(stdout).toContain(`now belongs to ledger ${now?.id} with at least ${now?.height} bytes`)
    expect(stdout).toContain(`Before, it belonged to ledger ${before?.id} with`)
    await platform.economy.knownLedger.look()
    await pay()
    expect(await second.balanceOf(payer)).toBe(15 * unit)
  })

  test('lets a platform begin with an empty ledger', async () => {
    const { platform, accept, start } = await platformWithAnotherLedger(kind)
    await start()
    expect((await accept()).stdout).toContain('The platform now belongs to no ledger yet.')
    expect(await findKnownLedger(platform.db)).toBeUndefined()
  })

  test('changes nothing while the economy service cannot be reached', async () => {
    const { platform, accept } = await platformWithAnotherLedger(kind)
    const before = await findKnownLedger(platform.db)
    expect(await accept()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not say which ledger it has. Start it.'),
    })
    expect(await findKnownLedger(platform.db)).toEqual(before)
  })
})
