import type { Clock } from '@baseplate/service/clock'
import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { invalid } from '../../foundation/input.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { plainText } from '../../foundation/plain-text.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import type { Dropped } from './dropped.ts'
import { hashOf, maxCssLength, stylesheetPath } from './rules.ts'
import { scopeOf } from './scope.ts'

interface Styling {
  db: Db
  now: Clock
  stylingLimit: Limit
  filterText: TextFilter
}

const stylingInput = z.object({
  css: z
    .string()
    .transform(plainText)
    .refine((text) => text.length <= maxCssLength, invalid('input.too_long', { max: maxCssLength })),
})

/** Limits how often a user has their CSS rebuilt, which takes processor time. */
export const createStylingLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: 60,
    windowSeconds: 60,
    code: 'limits.stylings',
  })

/** @throws InvalidFields; Refused `limited` */
export const updateStyling = useCase(
  {
    summary: "Sets the CSS of the actor's profile and returns the pieces that are dropped.",
    scope: 'browser',
    input: stylingInput,
  },
  async (platform: Styling, actor, { css }): Promise<{ dropped: Dropped[] }> => {
    const confined = await confine(platform, actor, css)
    refuseFilteredTexts(platform, confined.css)
    const style = { css, hash: hashOf(css), updated: platform.now(), draft: '' }
    await platform.db
      .insertInto('profile_styles')
      .values({ user_id: actor.id, ...style })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(style))
      .execute()
    return { dropped: confined.dropped }
  },
)

/** @throws InvalidFields; Refused `limited` */
export const previewStyling = useCase(
  {
    summary:
      "Stores CSS as a draft that only its owner sees. Returns the pieces that are dropped, and the address of the draft's stylesheet.",
    scope: 'browser',
    input: stylingInput,
  },
  async (platform: Styling, actor, { css }): Promise<{ dropped: Dropped[]; stylesheet: string | null }> => {
    const { dropped } = await confine(platform, actor, css)
    await platform.db
      .insertInto('profile_styles')
      .values({ user_id: actor.id, css: '', hash: '', updated: platform.now(), draft: css })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ draft: css }))
      .execute()
    const hash = hashOf(css)
    return { dropped, stylesheet: hash === '' ? null : stylesheetPath(actor.username, hash) }
  },
)

async function confine({ stylingLimit }: Styling, actor: Actor, css: string) {
  await stylingLimit.spend(actor.id)
  // Loaded on demand: the parser takes 25 MB, which most processes never need.
  const { confineCss } = await import('./confine.ts')
  return confineCss(css, scopeOf(actor.id))
}

/** Applies the word filter to texts in quotes, some of which the profile shows. */
function refuseFilteredTexts({ filterText }: Styling, confined: string): void {
  for (const [, text = ''] of confined.matchAll(/"([^"]*)"/g)) {
    if (filterText(text) !== text) throw new InvalidFields({ css: 'styling.filtered' })
  }
}
