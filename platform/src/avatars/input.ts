import { isPaletteNumber } from '@baseplate/renderer/palette'
import { z } from 'zod'
import { flag, isUsableName, unitsInput } from '../foundation/form-values.ts'
import { invalid } from '../foundation/input.ts'
import { hasHidden } from '../foundation/plain-text.ts'
import { maxOutfitNameLength, maxWornItems } from './rules.ts'

const colour = z
  .string(invalid('avatars.colour_missing'))
  .regex(/^\d{1,5}$/, invalid('avatars.colour_invalid'))
  .transform(Number)
  .refine(isPaletteNumber, invalid('avatars.colour_invalid'))

/** Palette numbers of the body parts. */
export const coloursInput = z
  .object({
    head: colour,
    torso: colour,
    leftArm: colour,
    rightArm: colour,
    leftLeg: colour,
    rightLeg: colour,
  })
  .transform(({ head, torso, leftArm, rightArm, leftLeg, rightLeg }) => ({
    head,
    torso,
    left_arm: leftArm,
    right_arm: rightArm,
    left_leg: leftLeg,
    right_leg: rightLeg,
  }))

/** Whether a form has body colours. */
export const hasColours = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'head' in input

const assetId = z
  .string(invalid('avatars.item_missing'))
  .regex(/^\d{1,9}$/, invalid('assets.not_found'))
  .transform(Number)

export const itemInput = z.object({ id: assetId })

/** Ids of the items of a look, separated by commas. Empty for a bare figure. */
export const lookInput = z.object({
  items: z
    .string(invalid('avatars.item_missing'))
    .transform((text) => (text.trim() === '' ? [] : text.split(',')))
    .pipe(z.array(assetId).max(maxWornItems, invalid('assets.not_found'))),
})

const wrongName = invalid('outfits.name_invalid', { max: maxOutfitNameLength })

export const outfitNameInput = z.object({
  name: z
    .string(wrongName)
    .trim()
    .max(maxOutfitNameLength, wrongName)
    .refine(isUsableName, wrongName)
    .refine((text) => !hasHidden(text), invalid('input.name_hidden')),
})

export const outfitInput = z.object({ id: z.string(invalid('input.missing')) })

export const shareOutfitInput = outfitInput.extend({ shared: flag })

/** The sum that the buyer of a look has seen. */
export const lookPriceInput = z.object({ price: unitsInput(invalid('input.invalid')).optional() })
