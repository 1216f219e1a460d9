import { z } from 'zod'
import { idInput, invalid } from '../../foundation/input.ts'
import { notesField } from '../updates/write-notes.ts'

const wrong = invalid('uploads.metadata_invalid')

/** An upload of `size` bytes with its metadata: docs/reference/site-api.md#resumable-uploads. */
export const uploadInput = idInput.extend({
  size: z.number().int(),
  place: z
    .string(wrong)
    .regex(/^[1-9]\d{0,8}$/, wrong)
    .transform(Number),
  sha256: z
    .string(wrong)
    .regex(/^[0-9a-f]{64}$/i, wrong)
    .transform((text) => text.toLowerCase())
    .optional(),
  version: z
    .string(wrong)
    .regex(/^(0|[1-9]\d{0,8})$/, wrong)
    .transform(Number)
    .optional(),
  notes: notesField,
})

export const checksumInput = z
  .string(invalid('uploads.checksum_invalid'))
  .regex(/^(sha1 [A-Za-z0-9+/]{27}=|sha256 [A-Za-z0-9+/]{43}=)$/, invalid('uploads.checksum_invalid'))
  .transform((text) => {
    const [algorithm = '', hash = ''] = text.split(' ')
    return { algorithm, hash }
  })
