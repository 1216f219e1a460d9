import { LRUCache } from 'lru-cache'
import { requireUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findStyle } from './queries.ts'
import { hashOf, scopeOf } from './rules.ts'

/** Characters of rebuilt CSS that are kept for those who come next. */
const maxKept = 2_000_000

/** The stylesheets of profiles, confined. */
export interface Stylesheets {
  /**
   * The stylesheet of that hash; of a hash that is no longer so, what visitors see now. `isExact` tells which.
   *
   * @throws Refused `missing`: no such user, or one without styling.
   */
  read(viewer: Actor, username: string, hash: string): Promise<{ css: string; isExact: boolean }>
}

export function createStylesheets({ db }: { db: Db }): Stylesheets {
  const kept = new LRUCache<string, string>({
    maxSize: maxKept,
    sizeCalculation: (css) => css.length + 1,
  })

  const confined = async (userId: string, css: string): Promise<string> => {
    const key = `${userId} ${hashOf(css)}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const { confineCss } = await import('./confine.ts')
    const rebuilt = confineCss(css, scopeOf(userId)).css
    kept.set(key, rebuilt)
    return rebuilt
  }

  return {
    async read(viewer, username, hash) {
      const user = await requireUser(db, username)
      const style = await findStyle(db, user.id)
      if (style && viewer.id === user.id && hash === hashOf(style.draft)) {
        return { css: await confined(user.id, style.draft), isExact: true }
      }
      if (!style || style.hash === '') throw new Refused('missing', 'Stylesheet not found')
      return { css: await confined(user.id, style.css), isExact: hash === style.hash }
    },
  }
}
