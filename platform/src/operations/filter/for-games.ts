import { minute, second } from '@baseplate/service/clock'
import { z } from 'zod'
import { Refused } from '../../foundation/errors.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { maxBatch, maxBatchTextLength, maxGameTextLength } from './rules.ts'

/** Texts that one game server, or one user, has filtered in a minute: a line every two seconds from each of 100 players. */
const textsPerMinute = 3_000

export const createGameTextLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: textsPerMinute,
    windowSeconds: minute / second,
    code: 'limits.game_texts',
  })

/**
 * Returns a text of a game as other players may read it.
 *
 * @param caller whose texts are counted, such as `place:123456789`
 * @throws Refused `oversize`; `limited`
 */
export async function filterGameText(
  { filterText, gameTextLimit }: { filterText: TextFilter; gameTextLimit: Limit },
  caller: string,
  text: string,
): Promise<string> {
  if (text.length > maxGameTextLength) throw new Refused('requests.too_large')
  await gameTextLimit.spend(caller)
  return filterText(text)
}

const textsInput = z.object({ texts: z.array(z.string().max(maxBatchTextLength)).max(maxBatch) })

/**
 * Returns the texts of a game server as other players may read them, in their order.
 *
 * @param caller as for `filterGameText`. Each text counts.
 * @param body texts, as `textsInput`
 * @throws Refused `invalid`: the body has another form, too many texts, or one that is too long; `limited`
 */
export async function filterGameTexts(
  { filterText, gameTextLimit }: { filterText: TextFilter; gameTextLimit: Limit },
  caller: string,
  body: unknown,
): Promise<{ texts: string[] }> {
  const { data } = textsInput.safeParse(body)
  if (!data) throw new Refused('input.request_invalid')
  if (data.texts.length > 0) await gameTextLimit.spend(caller, data.texts.length)
  return { texts: data.texts.map(filterText) }
}
