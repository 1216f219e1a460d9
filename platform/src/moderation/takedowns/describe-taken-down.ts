import { whyNotModerateContent } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { findComment } from '../../comments/door.ts'
import type { Db } from '../../foundation/database.ts'
import { findNewestVersion } from '../../people/door.ts'
import type { ContentKind } from './content.ts'
import { contentKinds } from './content-kinds.ts'
import { findProfileText } from './profile-kinds.ts'
import type { ContentType } from './rules.ts'

/** Characters of a text that the list shows. */
const excerptLength = 200

/** Describes content for the list of takedowns; undefined if it is no longer taken down, or deleted. */
export async function describeTakenDown(
  db: Db,
  actor: Actor,
  { type, id }: { type: ContentType; id: string },
) {
  const kind: ContentKind = contentKinds[type]
  const content = await kind.find(db, id)
  if (content?.visibility !== 'Moderated') return undefined
  const { ownerId, name, link } = content
  const { what, least } = kind
  const why = await whyNotModerateContent(db, actor, { what, ownerId, ...(least !== undefined && { least }) })
  const text = await textOf[type]?.(db, id)
  return {
    type,
    id,
    name,
    link,
    /** The beginning of the text; null: the content is not a text. */
    excerpt: text?.slice(0, excerptLength) ?? null,
    /** Whether the viewer may undo the takedown. */
    mayUndo: why === undefined,
  }
}

const textOf: Partial<Record<ContentType, (db: Db, id: string) => Promise<string | null | undefined>>> = {
  post: async (db, id) => (await findNewestVersion(db, id))?.text,
  comment: async (db, id) => (await findComment(db, id))?.content,
  description: async (db, id) => (await findProfileText(db, id, 'description'))?.removed,
  styling: async (db, id) => (await findProfileText(db, id, 'styling'))?.removed,
}
