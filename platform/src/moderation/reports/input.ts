import { z } from 'zod'
import { plainText } from '../../foundation/plain-text.ts'
import {
  maxLinkLength,
  maxNoteLength,
  reportCategories,
  reportOutcomes,
  reportStates,
  subjectTypes,
} from './rules.ts'

const text = (longest: number, error: string) =>
  z
    .string()
    .default('')
    .transform((typed) => plainText(typed).trim())
    .refine((typed) => typed.length <= longest, { error })

/** `privateServer`: the ticket of a private place. */
export const subjectInput = z.object({
  type: z.enum(subjectTypes, { error: 'There is nothing of that kind to report' }),
  id: z
    .string({ error: 'Say what you report' })
    .regex(/^[A-Za-z0-9_]{1,40}$/, { error: 'There is nothing like that to report' }),
  privateServer: z.string().max(100).optional(),
})

export const reportInput = subjectInput.extend({
  category: z.enum(reportCategories, { error: 'Choose what is wrong with it' }),
  note: text(maxNoteLength, `Notes have at most ${maxNoteLength} characters`),
  link: text(maxLinkLength, `Addresses have at most ${maxLinkLength} characters`),
})

export const reportIdInput = z.object({ id: z.string({ error: 'Say which report' }).max(100) })

export const closeInput = reportIdInput.extend({
  outcome: z.enum(reportOutcomes, { error: 'Choose what became of it' }),
  note: text(maxNoteLength, `Notes have at most ${maxNoteLength} characters`),
})

/** An unknown value counts as none. */
const choice = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.enum(values).optional().catch(undefined)

/** `about`: the username of the subject's owner. */
export const listInput = z.object({
  state: choice(['Waiting', ...reportStates, 'All']).default('Waiting'),
  type: choice(subjectTypes),
  category: choice(reportCategories),
  assignee: choice(['me', 'nobody']),
  about: z.string().trim().max(100).default(''),
  sort: choice(['newest', 'oldest']).default('oldest'),
  cursor: z.string().optional(),
})

export type ReportFilter = z.output<typeof listInput>
