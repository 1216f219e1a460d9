import { parsePlayerNumber } from '@baseplate/platform/accounts/numbers/rules'
import { awardBadge, hasBadge, isBadgeDisabled } from '@baseplate/platform/badges/door'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Caller } from '@baseplate/platform/game-data/door'
import { parsePlaceId } from '@baseplate/platform/places/door'
import { textResponse } from '../../replies.ts'
import type { ClientServices } from '../../services.ts'
import { type ClassicCall, type ClassicContext, getOrPost } from '../call.ts'
import { fieldsOf } from '../fields.ts'
import { forPrograms } from '../for-programs.ts'
import { requireWriter } from '../saved-data/caller.ts'

/** Text of an award that has not happened. The game shows any other text as the news of an award. */
const nothing = '0'

/** Badges: docs/reference/client-protocol.md#badges. */
export const badgeCalls: readonly ClassicCall[] = [
  {
    paths: ['/game/badge/awardbadge.ashx', '/assets/award-badge'],
    methods: getOrPost,
    credential: 'server',
    source: 'scripts',
    respond: forPrograms(award),
  },
  {
    paths: ['/game/badge/hasbadge.ashx'],
    methods: getOrPost,
    credential: 'server',
    source: 'scripts',
    respond: (services, c) =>
      asked(services, c, 'Failure', async (caller, badge, player) =>
        player !== undefined && (await hasBadge(services.platform, caller, badge, player))
          ? 'Success'
          : 'Failure',
      ),
  },
  {
    // Scripts that ask first award no badge that is disabled.
    paths: ['/game/badge/isbadgedisabled.ashx'],
    methods: getOrPost,
    credential: 'server',
    source: 'scripts',
    respond: (services, c) =>
      asked(services, c, '1', async (caller, badge) =>
        (await isBadgeDisabled(services.platform, caller, badge)) ? '1' : '0',
      ),
  },
  {
    // A script that asks next whether the badge is disabled hears it.
    paths: ['/game/badge/isbadgelegal.ashx'],
    methods: getOrPost,
    credential: 'none',
    source: 'scripts',
    respond: () => textResponse('1'),
  },
]

function award(services: ClientServices, c: ClassicContext): Promise<Response> {
  return asked(services, c, nothing, async (caller, badgeId, number) => {
    if (number === undefined) return nothing
    const { awarded, player, maker, badge } = await awardBadge(services.platform, caller, badgeId, number)
    return awarded ? `${player} won ${maker ?? 'a maker'}'s "${badge}" award!` : nothing
  })
}

/**
 * Answers a game server that names a badge.
 *
 * @param otherwise the answer to a request that is refused
 */
async function asked(
  { platform }: ClientServices,
  c: ClassicContext,
  otherwise: string,
  answer: (caller: Caller, badgeId: number, number: number | undefined) => Promise<string>,
): Promise<Response> {
  const fields = await fieldsOf(c)
  try {
    const caller = await requireWriter(platform, c)
    // The ids of badges have the form of those of places.
    const badgeId = parsePlaceId(fields.get('badgeid') ?? '')
    if (badgeId === undefined) return textResponse(otherwise)
    return textResponse(await answer(caller, badgeId, parsePlayerNumber(fields.get('userid') ?? undefined)))
  } catch (error) {
    if (error instanceof Refused && error.reason !== 'limited') return textResponse(otherwise)
    throw error
  }
}
