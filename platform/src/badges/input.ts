import { z } from 'zod'
import { maxPlayerNumber } from '../accounts/numbers/rules.ts'
import { description, flag, isUsableName, unitsInput } from '../foundation/form-values.ts'
import { invalid, sentFile } from '../foundation/input.ts'
import { hasHidden } from '../foundation/plain-text.ts'
import { maxBadgeNameLength } from './rules.ts'

/** The place that an address names. */
export const placeInput = z.object({ id: z.number().int() })

export const badgeInput = placeInput.extend({ badge: z.number().int() })

/** A place, and the private ticket that a link to it carries. */
export const viewBadgesInput = placeInput.extend({ privateServer: z.string().optional() })

export const viewBadgeInput = badgeInput.extend({ privateServer: z.string().optional() })

/** `hash` names the picture. */
export const badgeIconInput = viewBadgeInput.extend({ hash: z.string() })

const name = z
  .string(invalid('badges.name_missing'))
  .trim()
  .min(1, invalid('badges.name_missing'))
  .max(maxBadgeNameLength, invalid('input.too_long', { max: maxBadgeNameLength }))
  .refine(isUsableName, invalid('input.name_unwritten'))
  .refine((text) => !hasHidden(text), invalid('input.name_hidden'))

const texts = { name, description, icon: sentFile }

export const createBadgeInput = placeInput.extend({
  ...texts,
  price: unitsInput(invalid('badges.price_invalid')).optional().meta({
    description:
      'The highest price that the maker agrees to pay, in units. Left out: the badge has to be free.',
    example: '5',
  }),
})

export const changeBadgeInput = badgeInput.extend(texts)

export const disableBadgeInput = badgeInput.extend({
  disabled: flag.describe('Whether games can no longer award the badge.'),
})

export const wonBadgesInput = z.object({ username: z.string(), cursor: z.string().optional() })

/** The body of an award. */
export const awardInput = z.object({ player: z.int().min(1).max(maxPlayerNumber) })
