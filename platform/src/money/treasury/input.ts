import { z } from 'zod'
import { unitsInput } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { mintMax, noteLength } from './rules.ts'

const username = invalid('economy.mint_username_missing')
const amount = invalid('economy.mint_amount_invalid')
const note = invalid('economy.mint_note_invalid', { max: noteLength })

export const prepareMintInput = z.object({
  username: z.string(username).trim().min(1, username).max(100, username),
  amount: unitsInput(amount).refine((micro) => micro > 0 && micro <= mintMax, amount),
  note: z
    .string(note)
    .transform((text) => plainText(text).trim())
    .refine((text) => text.length >= 1 && text.length <= noteLength, note),
})

export const mintIdInput = z.object({ id: z.string().max(40) })

export const prefillInput = z.object({
  /** Id of an earlier mint to edit. */
  again: z.string().max(40).optional(),
  /** The recipient. */
  username: z.string().default(''),
})

export const transactionsInput = z.object({
  /** A username or an account of the ledger; empty for all accounts. */
  user: z.string().trim().max(200).default(''),
  /** Id of the event that the page continues after. */
  cursor: z.string().max(100).optional(),
})
