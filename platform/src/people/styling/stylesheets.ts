import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { requireUser, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findStyle } from './queries.ts'
import { hashOf } from './rules.ts'
import { scopeOf } from './scope.ts'

/** Maximum characters of rebuilt CSS in the cache. */
const maxCached = 2_000_000

/** The rebuilt stylesheets of profiles. */
export interface Stylesheets {
  /**
   * Returns the stylesheet with this hash. For an outdated hash, returns the current stylesheet, with `isExact` false.
   *
   * @throws Refused `missing`: no such user, or the profile has no styling.
   */
  read(viewer: Actor, username: string, hash: string): Promise<{ css: string; isExact: boolean }>
}

/** @throws Refused `missing` */
export const readStylesheet = useCase(
  {
    summary: "Serves a profile's confined CSS. It is cached permanently, because its URL changes with it.",
    scope: 'read',
    input: z.object({ username: z.string(), hash: z.string() }),
  },
  ({ stylesheets }: { stylesheets: Stylesheets }, viewer, { username, hash }) =>
    stylesheets.read(viewer, username, hash),
)

export function createStylesheets({ db }: { db: Db }): Stylesheets {
  const cache = new LRUCache<string, string>({
    maxSize: maxCached,
    sizeCalculation: (css) => css.length + 1,
  })

  const confined = async (userId: string, css: string): Promise<string> => {
    const key = `${userId} ${hashOf(css)}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const { confineCss } = await import('./confine.ts')
    const rebuilt = confineCss(css, scopeOf(userId)).css
    cache.set(key, rebuilt)
    return rebuilt
  }

  return {
    async read(viewer, username, hash) {
      const user = await requireUser(db, username)
      const style = await findStyle(db, user.id)
      if (style && viewer.id === user.id && hash === hashOf(style.draft)) {
        return { css: await confined(user.id, style.draft), isExact: true }
      }
      if (!style || style.hash === '') throw new Refused('styling.not_found')
      return { css: await confined(user.id, style.css), isExact: hash === style.hash }
    },
  }
}
