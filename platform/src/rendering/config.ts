import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'
import { address } from '../foundation/config/values.ts'

const renderer = z
  .strictObject({
    /** `builtin` draws on this machine; `external` uses another service (docs/reference/renderer.md#external-renderer). */
    Kind: z.enum(['builtin', 'external']).default('builtin'),
    /** Drawing threads of this process; 0: other processes draw. Unset: one per processor, at most 4. */
    Workers: z.int().min(0).max(64).optional(),
    /** Address of an external renderer, which takes requests at `<URL>/<render id>`. */
    URL: address.optional(),
    /** Bearer key in both directions, at least 16 characters. */
    Key: z.string().default(''),
  })
  .refine(({ Kind, URL }) => Kind !== 'external' || URL !== undefined, {
    path: ['URL'],
    error: 'required when `Renderer.Kind` is `external`',
  })
  .refine(({ Kind, Key }) => Kind !== 'external' || Key.length >= 16, {
    path: ['Key'],
    error: 'use 16 characters or more when `Renderer.Kind` is `external`',
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const renderingConfig = {
  /** Rendering of users and assets: docs/reference/renderer.md. */
  Renderer: renderer,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof renderingConfig> {}
}
