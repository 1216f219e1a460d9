import { z } from 'zod'

export const screenshotInput = z.object({ id: z.string() })

export const deleteScreenshotInput = z.object({ id: z.string().default('') })
