import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { flagNamePattern, maxFlagValueLength } from './rules.ts'

const name = z
  .string(invalid('flags.name_missing'))
  .trim()
  .regex(flagNamePattern, invalid('flags.name_invalid'))

const value = z
  .string(invalid('flags.value_missing'))
  .max(maxFlagValueLength, invalid('input.too_long', { max: maxFlagValueLength }))

export const setFlagInput = z.object({ name, value })

export const removeFlagInput = z.object({ name })

export const listFlagsInput = z.object({
  /** Text that the name contains. */
  q: z.string().trim().max(100).default(''),
  /** Whether the flag was changed at run time. */
  changed: z.enum(['', 'yes', 'no']).catch('').default(''),
  sort: z.enum(['name', '-name', 'oldest', 'newest']).catch('name').default('name'),
  /** Name of the flag to edit. */
  change: z.string().max(100).optional(),
  cursor: z.string().optional(),
})

export type FlagFilter = z.output<typeof listFlagsInput>

export const flagHistoryInput = z.object({
  /** Whole name of a flag; empty for any. */
  flag: z.string().trim().max(100).default(''),
  /** Username of the author; empty for any. */
  actor: z.string().trim().max(100).default(''),
  sort: z.enum(['newest', 'oldest']).catch('newest').default('newest'),
  cursor: z.string().optional(),
})

export type HistoryFilter = z.output<typeof flagHistoryInput>

export const undoInput = z.object({ id: z.string().max(40) })
