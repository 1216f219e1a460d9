import { z } from 'zod'

/** Currency is counted in micro-units everywhere; only forms and pages have units, with six places. */
export const microPerUnit = 1_000_000

/** Fields for numbers of browsers send `.5` as it is typed. */
const written = /^(?=.)(\d{0,12})(?:\.(\d{1,6}))?$/

/** Micro-units of an amount as it is typed, in units: `12.5`; undefined: it is none. */
function parseUnits(text: string): number | undefined {
  const [, units, places = ''] = written.exec(text.trim()) ?? []
  return units === undefined ? undefined : Number(units) * microPerUnit + Number(places.padEnd(6, '0'))
}

/** Micro-units as units with all six places: `-1234.500000`. */
export function unitsText(micro: bigint): string {
  const size = micro < 0n ? -micro : micro
  const perUnit = BigInt(microPerUnit)
  return `${micro < 0n ? '-' : ''}${size / perUnit}.${String(size % perUnit).padStart(6, '0')}`
}

/** An amount in a form, in units; micro-units from then on. */
export const unitsInput = (error: string) =>
  z.string({ error }).transform((text, context) => {
    const micro = parseUnits(text)
    if (micro === undefined) context.addIssue({ code: 'custom', message: error })
    return micro ?? 0
  })
