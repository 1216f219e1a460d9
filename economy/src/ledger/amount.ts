const MICRO_PER_UNIT = 1_000_000n
const FEE_STEPS_PER_WHOLE = 1_000_000

/** The largest amount, balance, asset quantity and total supply: all are unsigned 64-bit integers. */
export const MICRO_MAX = 18_446_744_073_709_551_615n

/** The display form of an amount: `12.345678 unit`. */
export function formatUnits(amount: bigint): string {
  return `${amount / MICRO_PER_UNIT}.${String(amount % MICRO_PER_UNIT).padStart(6, '0')} unit`
}

/** Whether a fee is a fraction of the form k / 1,000,000 with 0 <= k < 1,000,000. */
export function isFee(fee: number): boolean {
  // Division is correctly rounded, so it gives back exactly the double that six decimals are read as.
  return fee >= 0 && fee < 1 && Math.round(fee * FEE_STEPS_PER_WHOLE) / FEE_STEPS_PER_WHOLE === fee
}

/** A fee in millionths: the form in which it is reckoned with. The fee must be one by `isFee`; none is a fee of 0. */
export function feeMillionthsOf(fee: number | undefined): number {
  return fee === undefined ? 0 : Math.round(fee * FEE_STEPS_PER_WHOLE)
}

/** Amounts up to this times a million are integers that a double holds exactly: 9007 units. */
const QUICK_AMOUNT_MAX = BigInt(Math.floor(Number.MAX_SAFE_INTEGER / FEE_STEPS_PER_WHOLE))

/** What a fee in millionths takes from an amount, rounded down, in micro-units. */
export function feeOf(amount: bigint, feeMillionths: number): bigint {
  if (feeMillionths === 0) return 0n
  if (amount > QUICK_AMOUNT_MAX) return (amount * BigInt(feeMillionths)) / BigInt(FEE_STEPS_PER_WHOLE)
  // The same in doubles, each step of it exact: dividing bigints took a tenth of the time of a whole start.
  const product = Number(amount) * feeMillionths
  return BigInt((product - (product % FEE_STEPS_PER_WHOLE)) / FEE_STEPS_PER_WHOLE)
}
