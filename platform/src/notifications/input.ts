import { z } from 'zod'

/** Ids are decimal numbers, all exact in a JavaScript number. */
const idText = /^\d{1,15}$/

/** Returns undefined for a text that is not an id. */
export const parseNotificationId = (text: string): number | undefined =>
  idText.test(text) ? Number(text) : undefined

export const readInput = z.object({ id: z.string().trim().regex(idText).transform(Number) })
