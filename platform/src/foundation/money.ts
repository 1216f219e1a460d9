/** Currency is counted in micro-units. Only forms, pages and the configuration have units, with up to six places. */
export const microPerUnit = 1_000_000

/** Micro-units as units with all six places: `-1234.500000`. */
export function unitsText(micro: bigint): string {
  const size = micro < 0n ? -micro : micro
  const perUnit = BigInt(microPerUnit)
  return `${micro < 0n ? '-' : ''}${size / perUnit}.${String(size % perUnit).padStart(6, '0')}`
}

/** Micro-units as units without trailing zeros: `12.5`. */
export const shortUnitsText = (micro: bigint): string => unitsText(micro).replace(/\.?0+$/, '')
