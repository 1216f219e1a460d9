import { z } from 'zod'
import { isRenderSubject, type RenderSubject } from './rules.ts'

export const retryInput = z.object({
  subject: z.custom<RenderSubject>(isRenderSubject, { error: 'Choose what to draw' }),
})

export const listRendersInput = z.object({
  /** `queue`: what waits, or is being drawn; `incomplete`: what was drawn without something broken. */
  state: z.enum(['failed', 'queue', 'incomplete', 'all']).catch('failed').default('failed'),
  /** Empty: either. */
  kind: z.enum(['', 'user', 'asset']).catch('').default(''),
  sort: z.enum(['newest', 'oldest']).catch('newest').default('newest'),
  cursor: z.string().optional(),
})

export type RenderFilter = z.output<typeof listRendersInput>
