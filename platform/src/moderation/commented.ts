import type { Thread } from '../comments/rules.ts'
import { slugOf } from '../foundation/slug.ts'
import { groupPath } from '../people/groups/rules.ts'
import { commentsLink } from '../places/door.ts'

/** Returns the path of the page that shows a thread. @param name name of the asset, group or place. */
export function threadPath(thread: Thread, name: string): string {
  if (thread.about === 'place') return commentsLink({ ...thread, name })
  return thread.about === 'group' ? groupPath(name) : `/catalog/${thread.id}/${slugOf(name)}`
}
