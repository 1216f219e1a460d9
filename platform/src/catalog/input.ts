import { z } from 'zod'
import { assetType } from './rules.ts'

const nameLimits = { min: 3, max: 50 }
const nameError = `Names have ${nameLimits.min} to ${nameLimits.max} characters`

export const createAssetInput = z.object({
  type: z.literal(Object.values(assetType), { error: 'There is no such type of asset' }),
  name: z
    .string({ error: nameError })
    .trim()
    .min(nameLimits.min, { error: nameError })
    .max(nameLimits.max, { error: nameError }),
  description: z.string().max(1000, { error: 'Descriptions have at most 1000 characters' }).default(''),
})
