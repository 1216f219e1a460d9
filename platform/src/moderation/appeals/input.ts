import { z } from 'zod'
import { isVisible, plainText } from '../../foundation/plain-text.ts'
import { maxTextLength } from '../actions/rules.ts'
import { appealDecisions } from './rules.ts'

/** A required text of an appeal or its answer. */
const statement = (missing: string, tooLong = `At most ${maxTextLength} characters`) =>
  z
    .string({ error: missing })
    .transform((typed) => plainText(typed).trim())
    .refine(isVisible, { error: missing })
    .refine((text) => text.length <= maxTextLength, { error: tooLong })

const between = (error: string) => statement(error, error)

export const appealInputs = {
  user: z.object({ text: statement('Say why it should be lifted') }),
  asset: z.object({ text: statement('Say why it should be shown') }),
  place: z.object({
    text: between(`Say why it should be put back, in 1 to ${maxTextLength} characters`),
  }),
}

const verdict = {
  number: z
    .string({ error: 'Say which appeal' })
    .regex(/^\d{1,9}$/, { error: 'There is no such appeal' })
    .transform(Number),
  decision: z.enum(appealDecisions, { error: 'Choose whether it is granted' }),
}

const username = z
  .string({ error: 'Type a username' })
  .trim()
  .min(1, { error: 'Type a username' })
  .max(100, { error: 'Nobody has that username' })

/** An invalid id becomes 0, which no content has. */
const id = z
  .string()
  .regex(/^\d{1,9}$/)
  .catch('0')

export const decisionInputs = {
  user: z
    .object({ username, ...verdict, answer: statement('Say why: the person reads it') })
    .transform(({ username, ...decided }) => ({ id: username, ...decided })),
  asset: z.object({ id, ...verdict, answer: statement('Say why: its creator reads it') }),
  place: z.object({
    id,
    ...verdict,
    answer: between(`Say why, in 1 to ${maxTextLength} characters: the owner reads it`),
  }),
}

/** Unknown values fall back to the default. */
export const appealsInput = z.object({
  about: z.enum(['accounts', 'items', 'games']).catch('accounts').default('accounts'),
  state: z.enum(['Open', 'Decided']).default('Open').catch('Open'),
  cursor: z.string().optional(),
})
