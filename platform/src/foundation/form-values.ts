import { z } from 'zod'
import { microPerUnit } from './money.ts'
import { isSearchable } from './name-key.ts'
import { isVisible, plainText } from './plain-text.ts'
import { maxContentReasonLength, maxDescriptionLength, maxSearchLength } from './text-lengths.ts'

/** A required Boolean of a form: `true`, `on`, `1` or `false`, `off`, `0`. */
export const flag = z
  .enum(['true', 'on', '1', 'false', 'off', '0'], { error: 'Choose yes or no' })
  .transform((value) => value === 'true' || value === 'on' || value === '1')

/**
 * The reason for moderating content, in visible text.
 *
 * @param reader completes the message: "its author reads it".
 */
export function requiredReason(reader?: string) {
  const error = `Say why, in 1 to ${maxContentReasonLength} characters${reader === undefined ? '' : `: ${reader}`}`
  return z
    .string({ error })
    .transform((typed) => plainText(typed).trim())
    .refine((text) => isVisible(text) && text.length <= maxContentReasonLength, { error })
}

/** A description of a user, a place or an asset. Line ends are counted as browsers count them. */
export const description = z
  .string()
  .default('')
  .transform(plainText)
  .refine((text) => text.length <= maxDescriptionLength, {
    error: `Descriptions have at most ${maxDescriptionLength} characters`,
  })

/** Whether a name is visible, searchable and storable in both databases. */
export const isWritten = (name: string): boolean => isSearchable(name) && isVisible(name)

export const unwritten = 'Names are written in letters, digits and signs'

/** Search text of a list; empty: no search. */
export const searchText = z
  .string()
  .trim()
  .max(maxSearchLength, { error: `Search for at most ${maxSearchLength} characters` })
  .default('')

/** Accepts `.5`, because number fields of browsers send it as typed. */
const written = /^(?=.)(\d{0,12})(?:\.(\d{1,6}))?$/

/** Returns the micro-units of an amount that was typed in units, such as `12.5`; undefined when it is no amount. */
function parseUnits(text: string): number | undefined {
  const [, units, places = ''] = written.exec(text.trim()) ?? []
  return units === undefined ? undefined : Number(units) * microPerUnit + Number(places.padEnd(6, '0'))
}

/** An amount of a form, converted from units to micro-units. */
export const unitsInput = (error: string) =>
  z.string({ error }).transform((text, context) => {
    const micro = parseUnits(text)
    if (micro === undefined) context.addIssue({ code: 'custom', message: error })
    return micro ?? 0
  })
