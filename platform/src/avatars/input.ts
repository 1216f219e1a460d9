import { isPaletteNumber } from '@baseplate/renderer/palette'
import { z } from 'zod'

const colour = z
  .string({ error: 'Choose a colour' })
  .regex(/^\d{1,5}$/, { error: 'Choose a colour of the palette' })
  .transform(Number)
  .refine(isPaletteNumber, { error: 'Choose a colour of the palette' })

/** A colour for each part of the body, by its number in the palette; the contract's field names. */
export const coloursInput = z.object({
  head: colour,
  torso: colour,
  leftArm: colour,
  rightArm: colour,
  leftLeg: colour,
  rightLeg: colour,
})

/** An asset that is put on or taken off. */
export const itemInput = z.object({
  id: z
    .string({ error: 'Choose an item' })
    .regex(/^\d{1,9}$/, { error: 'There is no such item' })
    .transform(Number),
})
