import { findUser, hideDescription, showDescription } from '../../accounts/door.ts'
import { profilePath } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { findStyle, hideStyling, showStyling } from '../../people/door.ts'
import type { ContentKind, Outcome } from './content.ts'
import { endTakedown } from './queries.ts'
import type { ProfilePart } from './rules.ts'

/** A text of a profile. `text` is empty while it is removed; `removed` is what a moderator removed last. */
interface ProfileText {
  text: string
  removed: string | null
}

/** Returns a text of a profile, or undefined if there is nothing to moderate. */
export async function findProfileText(
  db: Db,
  userId: string,
  part: ProfilePart,
): Promise<ProfileText | undefined> {
  const found = await finders[part](db, userId)
  return found && (found.text.trim() !== '' || found.removed !== null) ? found : undefined
}

const finders: Record<ProfilePart, (db: Db, userId: string) => Promise<ProfileText | undefined>> = {
  async description(db, userId) {
    const user = await findUser(db, userId)
    return user && { text: user.description, removed: user.removed_description }
  },
  async styling(db, userId) {
    const style = await findStyle(db, userId)
    return style && { text: style.css, removed: style.removed_css }
  },
}

/** Makes the content kind of a part of a profile. */
const kindOf = (
  part: ProfilePart,
  hide: (db: Db, userId: string, now: number) => Promise<boolean>,
  show: (db: Db, userId: string, now: number) => Promise<boolean>,
  notification: Outcome['notification'],
): ContentKind => ({
  what: 'profiles',
  async find(db, id) {
    const user = await findUser(db, id)
    const found = await findProfileText(db, id, part)
    if (!user || !found) return undefined
    const visibility = found.text.trim() === '' ? 'Moderated' : 'Visible'
    return { type: part, id, name: user.username, ownerId: id, visibility, link: profilePath(user.username) }
  },
  async hide({ db, now }, content) {
    // The earlier takedown may still be in force, because users can write a new text after one.
    await endTakedown(db, content, now)
    return hide(db, content.id, now)
  },
  show: ({ db, now }, { id }) => show(db, id, now),
  followUps: [],
  hidden: { action: 'moderateprofile', notification },
  shown: { action: 'restoreprofile', notification: null },
})

export const descriptionKind = kindOf('description', hideDescription, showDescription, {
  type: 'moderation',
  happening: (_, reason) => ({ event: 'description_removed', values: { reason } }),
})

export const stylingKind = kindOf('styling', hideStyling, showStyling, {
  type: 'moderation',
  happening: (_, reason) => ({ event: 'styling_removed', values: { reason } }),
})
