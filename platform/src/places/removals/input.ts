import { z } from 'zod'
import { requiredReason, wholeNumber } from '../../foundation/form-values.ts'
import { invalid } from '../../foundation/input.ts'
import { maxBanDays } from '../bans/rules.ts'
import { placeInput } from '../input.ts'

const username = z
  .string(invalid('accounts.username_missing'))
  .trim()
  .min(1, invalid('accounts.username_missing'))
  .max(100, invalid('accounts.username_unknown'))

const dayLimits = { min: 0, max: maxBanDays }
const wrongDays = invalid('places.ban_days_invalid', { max: maxBanDays })

/** A page of the bans of a place. */
export const playersInput = placeInput.extend({ cursor: z.string().optional() })

export const kickInput = placeInput.extend({ username, reason: requiredReason })

/** `days`: 0 bans for ever. */
export const banInput = kickInput.extend({ days: wholeNumber(dayLimits, wrongDays, 4) })

export const unbanInput = placeInput.extend({ username })

/** A kick or ban by a game server. Without `days`, the player is kicked and may come back. */
export const serverBanInput = z.object({
  number: z.int().min(1).max(2_147_483_647),
  reason: requiredReason,
  days: z.int(wrongDays).min(0, wrongDays).max(maxBanDays, wrongDays).optional(),
})
