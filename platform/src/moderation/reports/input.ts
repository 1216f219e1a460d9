import { z } from 'zod'
import { maxPlayerNumber } from '../../accounts/numbers/rules.ts'
import { invalid } from '../../foundation/input.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { subjectTypes } from '../subject-types.ts'
import { maxLines } from './evidence.ts'
import { maxLinkLength, maxNoteLength, reportCategories, reportOutcomes, reportStates } from './rules.ts'

const text = (longest: number) =>
  z
    .string()
    .default('')
    .transform((typed) => plainText(typed).trim())
    .refine((typed) => typed.length <= longest, invalid('input.too_long', { max: longest }))

/** `privateServer`: the ticket of a private place. */
export const subjectInput = z.object({
  type: z.enum(subjectTypes, invalid('reports.type_invalid')),
  id: z.string().regex(/^[A-Za-z0-9_]{1,40}$/, invalid('reports.subject_not_found')),
  privateServer: z.string().max(100).optional(),
})

export const reportInput = subjectInput.extend({
  category: z.enum(reportCategories, invalid('reports.category_missing')),
  note: text(maxNoteLength),
  link: text(maxLinkLength),
})

const playerNumber = z.int().min(1).max(maxPlayerNumber)

/** A report from a game server. `chat`: lines around the report, with Unix milliseconds. */
export const serverReportInput = z.object({
  reporter: playerNumber,
  reported: playerNumber,
  category: reportInput.shape.category,
  text: text(maxNoteLength),
  chat: z
    .array(z.object({ number: playerNumber, text: z.string(), at: z.number() }))
    .max(maxLines)
    .default([]),
})

export const reportIdInput = z.object({ id: z.string().max(100) })

export const closeInput = reportIdInput.extend({
  outcome: z.enum(reportOutcomes, invalid('reports.outcome_missing')),
  note: text(maxNoteLength),
})

/** An unknown value counts as none. */
const choice = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.enum(values).optional().catch(undefined)

/** `about`: the username of the subject's owner. `sort`: `urgent` has the most urgent first, then the oldest. */
export const listInput = z.object({
  state: choice(['Waiting', ...reportStates, 'All']).default('Waiting'),
  type: choice(subjectTypes),
  category: choice(reportCategories),
  assignee: choice(['me', 'nobody']),
  about: z.string().trim().max(100).default(''),
  sort: choice(['urgent', 'newest', 'oldest']).default('urgent'),
  cursor: z.string().optional(),
})

export type ReportFilter = z.output<typeof listInput>
