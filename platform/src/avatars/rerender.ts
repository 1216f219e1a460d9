import type { Clock } from '@baseplate/service/clock'
import { recordAction, requireUser, useCase, userInput } from '../accounts/door.ts'
import { isAdministrator } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import type { Renders } from '../rendering/door.ts'
import { renderPriority, userSubject } from '../rendering/rules.ts'

interface Rendering {
  db: Db
  now: Clock
  renders: Renders
}

/**
 * @throws Refused `forbidden`: the actor is no administrator; `missing`: no such user; `failed`: the renderer did not accept the
 * request.
 */
export const rerenderAvatar = useCase(
  {
    summary:
      'Re-renders the pictures of a user. Returns their addresses, each with a parameter that bypasses caches.',
    scope: 'social',
    input: userInput,
  },
  async (platform: Rendering, actor, { username }): Promise<{ avatarBody: string; avatar: string }> => {
    if (!isAdministrator(actor)) throw new Refused('renders.administrators_only')
    const user = await requireUser(platform.db, username)
    const subject = userSubject(user.id)
    await recordAction(
      platform.db,
      { actor, action: 'retryrender', subject, before: null, after: null },
      platform.now(),
    )
    await platform.renders.requestNow(subject, renderPriority.newAppearance)
    const address = `/api/avatar/${user.username}`
    const since = platform.now()
    return { avatarBody: `${address}-body?since=${since}`, avatar: `${address}?since=${since}` }
  },
)
