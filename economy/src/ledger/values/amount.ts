const microPerUnit = 1_000_000n
const feeStepsPerWhole = 1_000_000

/** Maximum of amounts, balances, asset quantities and the supply, which are unsigned 64-bit integers. */
export const microMax = 18_446_744_073_709_551_615n

/** Formats an amount: `12.345678 unit`. */
export function formatUnits(amount: bigint): string {
  return `${amount / microPerUnit}.${String(amount % microPerUnit).padStart(6, '0')} unit`
}

/** Whether a fee has the form k / 1,000,000 with 0 <= k < 1,000,000. */
export function isFee(fee: number): boolean {
  // Division is correctly rounded, so it returns exactly the double to which six decimals are parsed.
  return fee >= 0 && fee < 1 && Math.round(fee * feeStepsPerWhole) / feeStepsPerWhole === fee
}

/** Returns a fee in millionths. It must pass `isFee`; undefined is 0. */
export function feeMillionthsOf(fee: number | undefined): number {
  return fee === undefined ? 0 : Math.round(fee * feeStepsPerWhole)
}

/** Largest amount whose product with a million is exact as a double: 9007 units. */
const quickAmountMax = BigInt(Math.floor(Number.MAX_SAFE_INTEGER / feeStepsPerWhole))

/** Returns the fee on an amount in micro-units, rounded down. */
export function feeOf(amount: bigint, feeMillionths: number): bigint {
  if (feeMillionths === 0) return 0n
  if (amount > quickAmountMax) return (amount * BigInt(feeMillionths)) / BigInt(feeStepsPerWhole)
  // Exact in doubles as well. Bigint division took a tenth of the start.
  const product = Number(amount) * feeMillionths
  return BigInt((product - (product % feeStepsPerWhole)) / feeStepsPerWhole)
}
