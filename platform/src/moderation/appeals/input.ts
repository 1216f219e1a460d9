import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { isVisible, plainText } from '../../foundation/plain-text.ts'
import { username } from '../actions/input.ts'
import { maxTextLength } from '../actions/rules.ts'
import { appealDecisions } from '../appeal-rules.ts'

/** A required text of an appeal or its answer. */
const statement = (missing: { error: string }) =>
  z
    .string(missing)
    .transform((typed) => plainText(typed).trim())
    .refine(isVisible, missing)
    .refine((text) => text.length <= maxTextLength, invalid('input.too_long', { max: maxTextLength }))

const appealText = statement(invalid('appeals.text_missing'))
const answer = statement(invalid('appeals.answer_missing'))

export const appealInput = z.object({ text: appealText })

/** The address of the page names the content. */
export const contentAppealInput = appealInput.extend({ id: z.number() })

const verdict = {
  number: z
    .string()
    .regex(/^\d{1,9}$/, invalid('appeals.not_found'))
    .transform(Number),
  decision: z.enum(appealDecisions, invalid('appeals.decision_missing')),
}

/** An invalid id becomes 0, which no content has. */
const id = z
  .string()
  .regex(/^\d{1,9}$/)
  .catch('0')

export const decisionInputs = {
  user: z
    .object({ username, ...verdict, answer })
    .transform(({ username, ...decided }) => ({ id: username, ...decided })),
  asset: z.object({ id, ...verdict, answer }),
  place: z.object({ id, ...verdict, answer }),
}

/** Open appeals are listed the oldest first, decided ones with the newest decision first. Unknown values fall back to the default. */
export const appealsInput = z.object({
  about: z.enum(['accounts', 'items', 'games']).catch('accounts').default('accounts'),
  state: z.enum(['Open', 'Decided']).default('Open').catch('Open'),
  cursor: z.string().optional(),
})
