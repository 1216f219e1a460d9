import { z } from 'zod'
import { isSearchable } from './name-key.ts'
import { isVisible, plainText } from './plain-text.ts'

/** A required yes or no of a form: `true`, `on`, `1` and `false`, `off`, `0` (decisions, section 2). */
export const flag = z
  .enum(['true', 'on', '1', 'false', 'off', '0'], { error: 'Choose yes or no' })
  .transform((value) => value === 'true' || value === 'on' || value === '1')

/** Reason of a moderation, in visible text. The person concerned reads it. */
export const requiredReason = (maxLength: number, error: string) =>
  z
    .string({ error })
    .transform((typed) => plainText(typed).trim())
    .refine((text) => isVisible(text) && text.length <= maxLength, { error })

const maxDescription = 1000

/** What people write about themselves, or about what they made; line ends are counted as browsers do. */
export const description = z
  .string()
  .default('')
  .transform(plainText)
  .refine((text) => text.length <= maxDescription, {
    error: `Descriptions have at most ${maxDescription} characters`,
  })

/** Whether a name can be read, found, and kept by every database. */
export const isWritten = (name: string): boolean => isSearchable(name) && isVisible(name)

export const unwritten = 'Names are written in letters, digits and signs'
