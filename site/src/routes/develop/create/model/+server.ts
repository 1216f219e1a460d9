import { tryModel } from '@baseplate/platform/assets/door'
import { modelPreview } from '#lib/server/model-preview.ts'
import type { RequestHandler } from './$types'

export const POST: RequestHandler = modelPreview(tryModel)
