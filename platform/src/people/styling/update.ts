import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import type { Dropped } from './dropped.ts'
import { stylingInput } from './input.ts'
import { hashOf, scopeOf } from './rules.ts'

interface Styling {
  db: Db
  now: Clock
  stylingLimit: Limit
  filterText: TextFilter
}

/** Rebuilding a stylesheet is work for the server: as much of it as somebody who tries things out needs. */
export const createStylingLimit = (): Limit =>
  createLimit({
    points: 30,
    windowSeconds: 60,
    message: 'That was a lot of styling in a short time. Wait a minute, then try again.',
  })

/**
 * Sets the CSS of one's own profile; answers what of it nobody will see.
 *
 * @throws InvalidFields; Refused `limited`
 */
export async function updateStyling(
  platform: Styling,
  actor: Actor,
  input: unknown,
): Promise<{ dropped: Dropped[] }> {
  const { css } = parseInput(stylingInput, input)
  const confined = await confine(platform, actor, css)
  refuseFilteredTexts(platform, confined.css)
  const style = { css, hash: hashOf(css), updated: platform.now(), draft: '' }
  await platform.db
    .insertInto('profile_styles')
    .values({ user_id: actor.id, ...style })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(style))
    .execute()
  return { dropped: confined.dropped }
}

/**
 * Keeps CSS that its owner wants to look at first, beside what visitors see.
 *
 * @throws InvalidFields; Refused `limited`
 */
export async function previewStyling(
  platform: Styling,
  actor: Actor,
  input: unknown,
): Promise<{ dropped: Dropped[] }> {
  const { css } = parseInput(stylingInput, input)
  const { dropped } = await confine(platform, actor, css)
  await platform.db
    .insertInto('profile_styles')
    .values({ user_id: actor.id, css: '', hash: '', updated: platform.now(), draft: css })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ draft: css }))
    .execute()
  return { dropped }
}

async function confine({ stylingLimit }: Styling, actor: Actor, css: string) {
  await stylingLimit.spend(actor.id)
  // The parser knows all of CSS, which is 25 MB that most processes never need.
  const { confineCss } = await import('./confine.ts')
  return confineCss(css, scopeOf(actor.id))
}

/** Texts in quotes are shown on the profile. In rebuilt CSS nothing else has quotes. */
function refuseFilteredTexts({ filterText }: Styling, confined: string): void {
  for (const [, text = ''] of confined.matchAll(/"([^"]*)"/g)) {
    if (filterText(text) !== text)
      throw new InvalidFields({ css: 'A text in quotes has a word in it that is not allowed here' })
  }
}
