import { minute, second } from '@baseplate/service/clock'
import { Refused } from '../../foundation/errors.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { maxGameTextLength } from './rules.ts'

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
