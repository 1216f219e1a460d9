import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EconomyOptions, runEconomy } from '@baseplate/economy/main'
import { onTestFinished } from 'vitest'
import { accountOf } from '../money/ledger/request.ts'

/** Starts an economy service with its own ledger in this process, until the test ends. */
export async function startTestEconomy(options: Partial<EconomyOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  const economy = await runEconomy({
    ledgerFile: join(directory, 'ledger'),
    host: '127.0.0.1',
    port: 0,
    log: () => undefined,
    ...options,
  })
  onTestFinished(async () => {
    await economy.close()
    await rm(directory, { recursive: true })
  })
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(economy.address + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the ledger refused: ${text}`)
  }
  return {
    ...economy,
    post,
    /** @param amount in micro-units. */
    mint: ({ id }: { id: string }, amount: number) =>
      post('/mint', { To: accountOf(id), Amount: amount, Note: 'Test' }),
    /** In micro-units. */
    async balanceOf({ id }: { id: string }): Promise<number> {
      const response = await fetch(`${economy.address}/balance/${encodeURIComponent(accountOf(id))}`)
      return Number(await response.text())
    },
    /** Newest first. */
    async events(): Promise<Record<string, unknown>[]> {
      const response = await fetch(`${economy.address}/transactions`)
      return (await response.json()) as Record<string, unknown>[]
    },
  }
}
