import { formatUnits } from '@baseplate/economy/read-ledger'

const oneUnit = 1_000_000n

/** Formats an amount for people: `12.500000 units`. The display form of the service is always singular. */
export const inUnits = (amount: bigint): string =>
  amount === oneUnit ? formatUnits(amount) : `${formatUnits(amount)}s`
