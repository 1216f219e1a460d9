import { z } from 'zod'
import { invalid } from './input.ts'
import { isOn } from './is-on.ts'
import { microPerUnit } from './money.ts'
import { isSearchable } from './name-key.ts'
import { isVisible, plainText } from './plain-text.ts'
import { maxContentReasonLength, maxDescriptionLength, maxSearchLength } from './text-lengths.ts'

/** A required Boolean of a form: `true`, `on`, `1` or `false`, `off`, `0`. */
export const flag = z
  .enum(['true', 'on', '1', 'false', 'off', '0'], invalid('input.flag_invalid'))
  .transform(isOn)

/** A whole number of a form, with at most as many digits. The description of the API has its limits. */
export const wholeNumber = (
  { min, max }: Readonly<{ min: number; max: number }>,
  wrong: { error: string },
  digits = 6,
) =>
  z
    .string(wrong)
    .trim()
    .regex(new RegExp(`^\\d{1,${digits}}$`), wrong)
    .transform(Number)
    .pipe(z.number().min(min, wrong).max(max, wrong))
    .meta({ type: 'integer', minimum: min, maximum: max })

const wrongReason = invalid('moderation.reason_invalid', { max: maxContentReasonLength })

/** The reason for moderating content, in visible text. */
export const requiredReason = z
  .string(wrongReason)
  .transform((typed) => plainText(typed).trim())
  .refine((text) => isVisible(text) && text.length <= maxContentReasonLength, wrongReason)

/** A description of a user, a place or an asset. Line ends are counted as browsers count them. */
export const description = z
  .string()
  .default('')
  .transform(plainText)
  .refine(
    (text) => text.length <= maxDescriptionLength,
    invalid('input.too_long', { max: maxDescriptionLength }),
  )

/** Whether a name is visible, searchable and storable in both databases. */
export const isUsableName = (name: string): boolean => isSearchable(name) && isVisible(name)

/** Search text of a list; empty: no search. */
export const searchText = z
  .string()
  .trim()
  .max(maxSearchLength, invalid('input.too_long', { max: maxSearchLength }))
  .default('')

/** Accepts `.5` and, from readers of other languages, `3,5`. `1,000` is no amount: it could be a thousand or one. */
const written = /^(?=.)(?![1-9]\d*,\d{3}$)(\d{0,12})(?:[.,](\d{1,6}))?$/

/** Returns the micro-units of an amount that was typed in units, such as `12.5`; undefined when it is no amount. */
function parseUnits(text: string): number | undefined {
  const [, units, places = ''] = written.exec(text.trim()) ?? []
  return units === undefined ? undefined : Number(units) * microPerUnit + Number(places.padEnd(6, '0'))
}

/** An amount of a form, converted from units to micro-units. */
export const unitsInput = (wrong: { error: string }) =>
  z.string(wrong).transform((text, context) => {
    const micro = parseUnits(text)
    if (micro === undefined) context.addIssue({ code: 'custom', message: wrong.error })
    return micro ?? 0
  })

/**
 * Lets a form send a list in either of two ways: in one field with commas, as programs do, or with a box for each entry, as pages do.
 *
 * @param field field with the whole list, which counts if it is there
 * @param names names of the boxes
 * @param shape the fields of the form, with `field` as a text
 */
export const withBoxes = <Shape extends z.ZodRawShape>(
  field: string,
  names: readonly string[],
  shape: Shape,
) => {
  // The type leaves the boxes out, because nothing reads them after the list is made.
  const boxes: object = Object.fromEntries(names.map((name) => [name, z.string().optional()]))
  const join = (sent: unknown) => {
    const fields: Readonly<Record<string, unknown>> = Object(sent)
    const ticked = names.filter((name) => isOn(fields[name]))
    return { ...fields, [field]: fields[field] ?? ticked.join() }
  }
  return z.preprocess(join, z.object({ ...boxes, ...shape }))
}
