import { answerText } from '../answer.ts'
import type { Signing } from '../signing.ts'

/** A script for a client to run. Many hold a ticket, or what one was spent for: nothing on the way may keep them. */
export const answerScript = async (signing: Signing, script: string): Promise<Response> =>
  answerText(await signing.sign(script), 200, { 'Cache-Control': 'no-store' })
