import { z } from 'zod'

/** Ids are decimal numbers, all exact in a JavaScript number. */
const idText = /^\d{1,15}$/

/** Returns undefined for a text that is not an id. */
export const parseNotificationId = (text: string): number | undefined =>
  idText.test(text) ? Number(text) : undefined

/** Maximum number of notifications that one request marks as read: more than a page has. */
const maxReadAtOnce = 100

/** One id, or several that commas separate. */
export const readInput = z.object({
  id: z
    .string()
    .trim()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().regex(idText).transform(Number)).max(maxReadAtOnce)),
})
