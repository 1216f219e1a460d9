import { z } from 'zod'
import { flagNamePattern, maxFlagValueLength } from './rules.ts'

const name = z
  .string({ error: 'Type the name of a flag' })
  .trim()
  .regex(flagNamePattern, { error: 'Names have 1 to 100 letters, digits and underscores' })

const value = z
  .string({ error: 'Type a value' })
  .max(maxFlagValueLength, { error: 'Values have at most 1000 characters' })

export const setFlagInput = z.object({ name, value })

export const removeFlagInput = z.object({ name })
