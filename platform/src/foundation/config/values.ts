import { parseAddressRange } from '@baseplate/service/network/address-range'
import { z } from 'zod'

/** Kinds of values that several groups of keys share. */
export const port = z.int().min(1).max(65_535)
export const workers = z
  .string()
  .regex(/^([1-9]|[1-5]\d|6[0-4])$/, 'use a whole number from 1 to 64')
  .transform(Number)
export const text = z.string().min(1)
export const address = z
  .url({ protocol: /^https?$/ })
  .refine(
    (written) => !/^https?:\/\/[^/?#]*@/i.test(written),
    'use an address without a user name and a password',
  )

/** Number of times that a user may do something in an hour. */
export const hourly = z.int().min(1).max(1_000_000)

/** Ways to isolate game servers from the platform. */
export const sandboxes = ['none', 'bwrap', 'systemd-run'] as const

export const addressRange = z.string().superRefine((written, context) => {
  try {
    parseAddressRange(written)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})
