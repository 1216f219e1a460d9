import { z } from 'zod'
import { requiredReason } from '../../foundation/form-values.ts'
import { verdict } from '../actions/input.ts'
import { maxTextLength } from '../actions/rules.ts'
import { maxReasonLength } from './rules.ts'

const reason = requiredReason(
  maxReasonLength,
  `Say why, in 1 to ${maxReasonLength} characters: the owner reads it`,
)

/** Putting a place back takes nothing from its owner and needs no reason. */
export const moderatePlaceInput = z.discriminatedUnion(
  'visibility',
  [z.object({ visibility: z.literal('Moderated'), reason }), z.object({ visibility: z.literal('Visible') })],
  { error: 'Choose Visible or Moderated' },
)

export const appealInput = z.object({
  text: requiredReason(maxTextLength, `Say why it should be put back, in 1 to ${maxTextLength} characters`),
})

export const decideInput = z.object({
  /** The id of the place. An invalid id becomes 0, which no place has. */
  id: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .catch(0),
  ...verdict,
  answer: requiredReason(maxTextLength, `Say why, in 1 to ${maxTextLength} characters: the owner reads it`),
})

/** Unknown values are ignored. */
export const listInput = z.object({
  /** The username of an owner; empty: any owner. */
  owner: z.string().trim().max(100).catch('').default(''),
  sort: z.enum(['newest', 'oldest']).catch('newest').default('newest'),
  cursor: z.string().optional(),
})

export type TakedownFilter = z.output<typeof listInput>
