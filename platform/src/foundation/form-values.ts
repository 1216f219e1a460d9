import { z } from 'zod'
import { microPerUnit } from './money.ts'
import { isSearchable } from './name-key.ts'
import { isVisible, plainText } from './plain-text.ts'
import { maxContentReasonLength, maxDescriptionLength, maxSearchLength } from './text-lengths.ts'

/** A required yes or no of a form: `true`, `on`, `1` and `false`, `off`, `0` (decisions, section 2). */
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

/** What people write about themselves, or about what they made; line ends are counted as browsers do. */
export const description = z
  .string()
  .default('')
  .transform(plainText)
  .refine((text) => text.length <= maxDescriptionLength, {
    error: `Descriptions have at most ${maxDescriptionLength} characters`,
  })

/** Whether a name can be read, found, and kept by every database. */
export const isWritten = (name: string): boolean => isSearchable(name) && isVisible(name)

export const unwritten = 'Names are written in letters, digits and signs'

/** What a list is searched for; empty means no search. */
export const searchText = z
  .string()
  .trim()
  .max(maxSearchLength, { error: `Search for at most ${maxSearchLength} characters` })
  .default('')

/** Fields for numbers of browsers send `.5` as it is typed. */
const written = /^(?=.)(\d{0,12})(?:\.(\d{1,6}))?$/

/** Micro-units of an amount as it is typed, in units: `12.5`; undefined: it is none. */
function parseUnits(text: string): number | undefined {
  const [, units, places = ''] = written.exec(text.trim()) ?? []
  return units === undefined ? undefined : Number(units) * microPerUnit + Number(places.padEnd(6, '0'))
}

/** An amount in a form, in units; micro-units from then on. */
export const unitsInput = (error: string) =>
  z.string({ error }).transform((text, context) => {
    const micro = parseUnits(text)
    if (micro === undefined) context.addIssue({ code: 'custom', message: error })
    return micro ?? 0
  })
