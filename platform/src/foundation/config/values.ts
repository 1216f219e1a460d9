import { z } from 'zod'

/** Kinds of values that several groups of keys share. */
export const port = z.int().min(1).max(65_535)
export const text = z.string().min(1)
export const address = z.url({ protocol: /^https?$/ })

/** Ways to isolate game servers from the platform. */
export const sandboxes = ['none', 'bwrap', 'systemd-run'] as const
