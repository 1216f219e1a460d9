import type { AskEconomy } from './request.ts'

/** Sum of all balances, and all amounts ever minted and destroyed, in micro-units. */
interface LedgerTotals {
  supply: bigint
  minted: bigint
  burned: bigint
}

/** Returns null while the service is unavailable. Never throws. */
export type ReadTotals = () => Promise<LedgerTotals | null>

const timeoutMs = 2_000

/** Reads the totals from the service's Prometheus metrics. */
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
