import { permitModeratingContent, requireUser, useCase, whyNotModerateContent } from '../../accounts/door.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, show, takeDown } from './decide.ts'
import { profilePartInput, removeProfileTextInput } from './input.ts'
import { findProfileText } from './profile-kinds.ts'
import { findTakedown } from './queries.ts'
import { type ProfilePart, profileParts } from './rules.ts'

/**
 * @throws Refused `missing`: no such user; `forbidden` unless the actor is a moderator of a level above the user's; `invalid`: there
 * is no such text.
 */
export const removeProfileText = useCase(
  {
    summary:
      'Removes the description or the styling of a profile. The text is kept, and the audit log has it too.',
    scope: 'moderate',
    input: removeProfileTextInput,
  },
  async (platform: Moderating, actor, { username, part, reason }): Promise<void> => {
    const { id } = await requireModerated(platform.db, actor, username)
    const removed = await decide(platform, actor, async (deciding) => {
      const content = await contentKinds[part].find(deciding.db, id)
      if (content?.visibility !== 'Visible') return undefined
      const text = (await findProfileText(deciding.db, id, part))?.text
      return (await takeDown(deciding, content, { reason, before: { text } })) ? content : undefined
    })
    if (!removed) throw new Refused('takedowns.no_text')
  },
)

/** @throws as `removeProfileText`; Refused `invalid`: nothing was removed, or the user has written another text. */
export const restoreProfileText = useCase(
  { summary: 'Restores the text that was removed last.', scope: 'moderate', input: profilePartInput },
  async (platform: Moderating, actor, { username, part }): Promise<void> => {
    const { id } = await requireModerated(platform.db, actor, username)
    const restored = await decide(platform, actor, async (deciding) => {
      const content = await contentKinds[part].find(deciding.db, id)
      return content && (await show(deciding, content)) ? content : undefined
    })
    if (!restored) throw new Refused('takedowns.text_replaced')
  },
)

async function requireModerated(db: Db, actor: Actor, username: string) {
  const user = await requireUser(db, username)
  await permitModeratingContent(db, actor, { what: 'profiles', ownerId: user.id })
  return user
}

/** A text of a profile as its owner and moderators see it. */
export interface ModeratedText {
  part: ProfilePart
  /** Null: everybody sees the text. */
  removed: { text: string; reason: string; since: number } | null
  mayModerate: boolean
}

/** Returns the texts of a profile that the viewer may moderate. The owner gets the removed ones. */
export async function viewModeratedTexts(db: Db, viewer: Actor, userId: string): Promise<ModeratedText[]> {
  const own = viewer.id === userId
  if (!own && !isModerator(viewer)) return []
  const mayModerate =
    (await whyNotModerateContent(db, viewer, { what: 'profiles', ownerId: userId })) === undefined
  const texts: ModeratedText[] = []
  for (const part of profileParts) {
    const found = await findProfileText(db, userId, part)
    const takedown = await findTakedown(db, { type: part, id: userId })
    const removed =
      found?.text.trim() === '' && takedown
        ? { text: found.removed ?? '', reason: takedown.reason, since: takedown.created }
        : null
    if (found && (removed || mayModerate)) texts.push({ part, removed, mayModerate })
  }
  return texts
}
