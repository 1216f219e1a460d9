import { z } from 'zod'
import { unitsInput } from '../../foundation/form-values.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { mintMax, noteLength } from './rules.ts'

const username = 'Type the username of who is to have it'
const amount =
  'An amount in units, more than 0 and at most 1,000,000,000, such as 12.5, without commas: at most six places'
const note = `Say what it is for, in 1 to ${noteLength} characters`

export const prepareMintInput = z.object({
  username: z.string({ error: username }).trim().min(1, { error: username }).max(100, { error: username }),
  amount: unitsInput(amount).refine((micro) => micro > 0 && micro <= mintMax, { error: amount }),
  note: z
    .string({ error: note })
    .transform((text) => plainText(text).trim())
    .refine((text) => text.length >= 1 && text.length <= noteLength, { error: note }),
})

export const mintIdInput = z.object({ id: z.string({ error: 'Which one?' }).max(40) })

export const transactionsInput = z.object({
  /** A username or an account of the ledger; empty for all accounts. */
  user: z.string().trim().max(200).default(''),
  /** Id of the event that the page continues after. */
  cursor: z.string().max(100).optional(),
})
