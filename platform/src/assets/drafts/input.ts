import { z } from 'zod'
import { description } from '../../foundation/form-values.ts'
import { invalid, sentFile } from '../../foundation/input.ts'
import { plainText } from '../../foundation/plain-text.ts'
import { createInput, creationKey, typeInput } from '../creating/input.ts'
import { assetNameLimits } from '../rules.ts'

const maxTypedPrice = 40

/** A text that may still be unfinished. */
const unfinished = (max: number) =>
  z
    .string()
    .default('')
    .transform((text) => plainText(text).trim())
    .refine((text) => text.length <= max, invalid('input.too_long', { max }))

/** Checks lengths alone: creating the item checks the rest. */
export const draftInput = typeInput.extend({
  name: unfinished(assetNameLimits.max),
  description,
  price: unfinished(maxTypedPrice),
  key: creationKey,
  asset: sentFile,
})

export type DraftForm = z.output<typeof draftInput>

/** The key of a form; undefined without one. */
export const draftKeyInput = z.object({ key: creationKey })

/** The form for a new item, which is published or saved as a draft. A draft may lack anything. */
export const creationForm = createInput.partial({ type: true, name: true }).extend({
  save: z.string().optional(),
  ask: z.string().optional(),
})
