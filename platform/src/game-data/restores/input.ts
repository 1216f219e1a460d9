import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'

const placeInput = z.object({ id: z.number().int() })

/** A date and a time in UTC, such as `2026-11-30 18:00`. */
const moment = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?$/, invalid('data.moment_invalid'))
  .transform((text) => Date.parse(`${text.replace(' ', 'T').replace('Z', '')}Z`))
  .refine((time) => !Number.isNaN(time), invalid('data.moment_invalid'))

export const restoreAllInput = placeInput.extend({
  kind: z
    .enum(['player', 'store'])
    .meta({ description: 'Whose entries are restored: of a player, or of a store.', example: 'player' }),
  target: z.string().meta({ description: 'Number of the player, or name of the store.', example: '12' }),
  moment: moment.meta({
    description: 'Date and time in UTC of the values that the entries get.',
    example: '2026-11-30 18:00',
  }),
})

export const undoInput = placeInput.extend({
  restore: z.string().meta({ description: 'Id of the restore.', example: 'mf3k2x9q01k3x9q2m7w1' }),
})
