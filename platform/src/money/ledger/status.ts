import type { EconomyStatus } from '@baseplate/economy/contract'
import type { Config } from '../../foundation/config/schema.ts'
import { askProcess } from './request.ts'

const timeoutMs = 2_000

/** One process of the economy service. */
export interface EconomyProcess {
  address: string
  /** Null if it does not answer, or is starting. */
  status: EconomyStatus | null
}

/** Asks each process of the economy service for its state. Never throws. */
export type ReadProcesses = () => Promise<EconomyProcess[]>

export function createReadProcesses(config: Pick<Config, 'economy'>): ReadProcesses {
  const { url, others = [] } = config.economy
  const ask = askProcess(config)
  const statusOf = async (address: string): Promise<EconomyStatus | null> => {
    try {
      const { status, text } = await ask(address, 'GET', '/status', { timeoutMs })
      return status === 200 ? (JSON.parse(text) as EconomyStatus) : null
    } catch {
      return null
    }
  }
  return () =>
    Promise.all([url, ...others].map(async (address) => ({ address, status: await statusOf(address) })))
}
