import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { type Fields, requireStorage, useCase } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { BrandingReader } from '../foundation/branding.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { InvalidFields } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import type { Limit } from '../foundation/limits.ts'
import { nameKeyOf } from '../foundation/name-key.ts'
import { type Problem, problem } from '../foundation/problem.ts'
import type { TextFilter } from '../foundation/text-filter.ts'
import { storeTags } from './genres/queries.ts'
import { isAllowedGenre, tagsColumn } from './genres/rules.ts'
import { viewInput } from './input.ts'
import { findManagedPlace, permitManaging, recordChange, requireLockedPlace } from './managed.ts'
import { convertIcon } from './pictures/convert.ts'
import { maxIconBytes, pictureSourceName } from './pictures/rules.ts'
import { settleIcon } from './pictures/settle.ts'
import { storeUpload } from './pictures/waiting/store.ts'
import type { PlaceRow } from './queries.ts'

interface ViewUpdating {
  db: Db
  now: Clock
  files: Files
  filterText: TextFilter
  placePictureLimit: Limit
  branding: BrandingReader
  config: Pick<Config, 'Moderation' | 'Quota'>
}

const iconInput = viewInput.pick({ icon: true })

async function checkIcon({ placePictureLimit }: ViewUpdating, actor: Actor, input: Fields): Promise<void> {
  const { icon } = parseInput(iconInput, input)
  if (icon === undefined) return
  await placePictureLimit.spend(actor.id)
  await convertIcon(icon)
}

/**
 * @returns whether the icon waits for review. Until it is approved, the place keeps the one it has.
 * @throws InvalidFields for every field at once; Refused `missing`, `forbidden`, `limited`
 */
export const updateView = useCase(
  {
    summary:
      "Changes a place's name, description, genre, tags and icon. Without an upload, the place keeps its icon.",
    scope: 'places:write',
    permit: (platform: ViewUpdating, actor, input) => permitManaging(platform, actor, input),
    input: viewInput,
    file: { field: 'icon', maxBytes: maxIconBytes, check: checkIcon },
  },
  async (
    platform: ViewUpdating,
    actor,
    { id: placeId, icon: uploaded, ...text },
  ): Promise<{ waits: boolean }> => {
    const place = await findManagedPlace(platform.db, actor, placeId)
    if (uploaded !== undefined) await platform.placePictureLimit.spend(actor.id)
    const [, icon] = await allFields(
      async () => requireGenre((await platform.branding.read()).genres, place, text.genre),
      async () => uploaded && convertIcon(uploaded),
    )
    const name = platform.filterText(text.name)
    const description = platform.filterText(text.description)
    const tags = text.tags && tagsColumn(text.tags.map(platform.filterText))
    const now = platform.now()
    const stored =
      icon &&
      (await storeUpload(platform, actor, icon, {
        kind: 'icon',
        shown: pictureSourceName(placeId, icon.name),
      }))
    const shown = stored?.waits ? undefined : icon
    await platform.db.transaction().execute(async (db) => {
      const before = await requireLockedPlace(db, placeId)
      const after = {
        name,
        description,
        genre: text.genre ?? before.genre,
        tags: tags ?? before.tags,
        icon: shown?.name ?? before.icon,
      }
      await db
        .updateTable('places')
        .set({
          ...after,
          name_key: nameKeyOf(name),
          description_updated: description === before.description ? before.description_updated : now,
          updated: now,
          ...(shown && { icon_size: shown.bytes.byteLength }),
        })
        .where('id', '=', placeId)
        .execute()
      if (after.tags !== before.tags) await storeTags(db, before, after.tags)
      await stored?.record(db, { place: placeId })
      if (icon) await requireStorage(db, platform.config, { ownerId: before.owner_id, field: 'icon' })
      await recordChange(db, actor, before, { before: settingsOf(before), after }, now)
    })
    // The settings are committed. The sweep retries a failure.
    if (shown) await settleIcon(platform, placeId).catch(() => undefined)
    return { waits: stored?.waits ?? false }
  },
)

/** @throws InvalidFields `genre` */
function requireGenre(genres: readonly string[], place: PlaceRow, genre: string | undefined): void {
  if (genre !== undefined && !isAllowedGenre(genre, genres, place.genre))
    throw new InvalidFields({ genre: problem('places.genre_unknown') })
}

/** The settings of this form, as the audit log has them. */
const settingsOf = ({ name, description, genre, tags, icon }: PlaceRow) => ({
  name,
  description,
  genre,
  tags,
  icon,
})

/** Returns both results, or throws the invalid fields of both. */
async function allFields<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first(), second()])
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value]
  const problems: Record<string, Problem> = {}
  for (const settled of [a, b]) {
    if (settled.status === 'fulfilled') continue
    if (!(settled.reason instanceof InvalidFields)) throw settled.reason
    Object.assign(problems, settled.reason.problems)
  }
  throw new InvalidFields(problems)
}
