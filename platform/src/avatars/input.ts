import { isPaletteNumber } from '@baseplate/renderer/palette'
import { z } from 'zod'
import { userInput } from '../accounts/door.ts'
import { flag, isUsableName, unitsInput } from '../foundation/form-values.ts'
import { invalid } from '../foundation/input.ts'
import { hasHidden } from '../foundation/plain-text.ts'
import { maxOutfitNameLength, maxWornItems } from './rules.ts'

const noColour = invalid('avatars.colour_missing')

const colour = z
  .string(noColour)
  .regex(/^\d{1,5}$/, invalid('avatars.colour_invalid'))
  .transform(Number)
  .refine(isPaletteNumber, invalid('avatars.colour_invalid'))

/** Palette numbers of the body parts. */
const parts = z.object({
  head: colour,
  torso: colour,
  leftArm: colour,
  rightArm: colour,
  leftLeg: colour,
  rightLeg: colour,
})

type Parts = z.output<typeof parts>

const columnsOf = ({ head, torso, leftArm, rightArm, leftLeg, rightLeg }: Parts) => ({
  head,
  torso,
  left_arm: leftArm,
  right_arm: rightArm,
  left_leg: leftLeg,
  right_leg: rightLeg,
})

export const coloursInput = parts.transform(columnsOf)

const assetId = z
  .string(invalid('avatars.item_missing'))
  .regex(/^\d{1,9}$/, invalid('assets.not_found'))
  .transform(Number)

export const itemInput = z.object({ id: assetId })

/** Ids of the items of a look, separated by commas. Empty for a bare figure. */
const lookInput = z.object({
  items: z
    .string(invalid('avatars.item_missing'))
    .transform((text) => (text.trim() === '' ? [] : text.split(',')))
    .pipe(z.array(assetId).max(maxWornItems, invalid('assets.not_found'))),
})

/** A look, and all body colours or none. */
export const dressInput = lookInput
  .extend(parts.partial().shape)
  .transform(({ items, ...colours }, { addIssue }) => {
    if (colours.head === undefined) return { items }
    for (const part of parts.keyof().options)
      if (colours[part] === undefined) addIssue({ code: 'custom', path: [part], message: noColour.error })
    return { items, colours: columnsOf(colours as Parts) }
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

/** The owner of a shared outfit, whom the address of a page names, and the outfit. */
export const sharedOutfitInput = outfitInput.extend(userInput.shape)

export const shareOutfitInput = outfitInput.extend({ shared: flag })

/** The owner of a look, whom the address of a page names, and the sum that the buyer has seen. */
export const wearLookInput = userInput.extend({ price: unitsInput(invalid('input.invalid')).optional() })
