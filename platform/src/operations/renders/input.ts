import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { isRenderSubject, type RenderSubject } from '../../rendering/rules.ts'

export const retryInput = z.object({
  subject: z.custom<RenderSubject>(isRenderSubject, invalid('renders.subject_missing')),
})

export const listRendersInput = z.object({
  /** `queue`: waiting or being drawn; `incomplete`: drawn without a broken item. */
  state: z.enum(['failed', 'queue', 'incomplete', 'all']).catch('failed').default('failed'),
  /** Empty: users and assets. */
  kind: z.enum(['', 'user', 'asset']).catch('').default(''),
  /** By the time of the request. */
  sort: z.enum(['newest', 'oldest']).catch('newest').default('newest'),
  cursor: z.string().optional(),
})

export type RenderFilter = z.output<typeof listRendersInput>
