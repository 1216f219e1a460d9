import { z } from 'zod'

/** No party has the code that a missing one stands for. */
export const codeInput = z.object({ code: z.string().default('') })

/** `id` is the place's. */
export const playInput = z.object({ id: z.string().default(''), privateTicket: z.string().optional() })
