import type { AskEconomy } from './request.ts'

/** The sum of all balances, and what was ever minted and destroyed, in micro-units. */
export interface LedgerTotals {
  supply: bigint
  minted: bigint
  burned: bigint
}

/** Null while the service cannot be asked. Never throws. */
export type ReadTotals = () => Promise<LedgerTotals | null>

const timeoutMs = 2_000

/** The service tells them to Prometheus, and so to us. */
export const createReadTotals =
  (askEconomy: AskEconomy): ReadTotals =>
  async () => {
    try {
      const { status, text } = await askEconomy('GET', '/metrics', { timeoutMs })
      const amountOf = (name: string) =>
        BigInt(new RegExp(`^${name} (\\d{1,20})$`, 'm').exec(text)?.[1] ?? 'none')
      if (status !== 200) return null
      return {
        supply: amountOf('economy_supply_micro'),
        minted: amountOf('economy_minted_micro_total'),
        burned: amountOf('economy_burned_micro_total'),
      }
    } catch {
      return null
    }
  }
