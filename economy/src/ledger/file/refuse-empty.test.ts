import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { startService, temporaryLedger } from '../../testing/service.ts'

const event = 'Mint {"To":"a","Amount":3000000}\n'

/** Returns paths of a ledger and of a copy beside it, with the given contents. */
function machineWith({ ledger, copy }: { ledger?: string; copy?: string }) {
  const ledgerFile = temporaryLedger()
  const copyFile = join(dirname(ledgerFile), 'copy', 'ledger')
  mkdirSync(dirname(copyFile))
  if (ledger !== undefined) writeFileSync(ledgerFile, ledger)
  if (copy !== undefined) writeFileSync(copyFile, copy)
  return { ledgerFile, copyFile }
}

test.each([undefined, ''])(
  'without events (%j), a service begins no ledger beside a copy with events',
  async (ledger) => {
    const machine = machineWith({ ...(ledger !== undefined && { ledger }), copy: event })
    const { ledgerFile, copyFile } = machine
    await expect(startService(machine)).rejects.toThrow(
      `the ledger ${ledgerFile} is empty, but ${copyFile} has events: set LEDGER_URL, or move that file away to begin a new ledger`,
    )
    expect(existsSync(ledgerFile)).toBe(ledger !== undefined)
  },
)

test.each([
  ['no copy', {}],
  ['an empty copy', { copy: '' }],
  ['events of its own', { ledger: event, copy: event.repeat(2) }],
])('a service with %s starts', async (_name, files) => {
  const { client } = await startService(machineWith(files))
  expect(await client.get('/balance/a')).toBe('ledger' in files ? '200 3000000' : '200 0')
})

test('a service begins no ledger in PostgreSQL beside a file with events', async () => {
  const ledgerFile = temporaryLedger()
  writeFileSync(ledgerFile, event)
  await expect(startService({ driver: 'PostgreSQL', ledgerFile })).rejects.toThrow(
    `the ledger in PostgreSQL is empty, but ${ledgerFile} has events: check LEDGER_URL, import that file`,
  )
})
