import type { Clock } from '@baseplate/service/clock'
import { lockTable } from '@baseplate/storage/database/lock-table'
import type { Selectable } from 'kysely'
import { recordAction, useCase } from '../../accounts/door.ts'
import { type Actor, administratorAccess } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { problem } from '../../foundation/problem.ts'
import type { Banners } from './banners.ts'
import { bannerIdInput, bannerInput, changeBannerInput, shownInput } from './input.ts'
import { listBanners, lockBanner } from './queries.ts'
import { maxBanners } from './rules.ts'
import type { BannerTables } from './tables.ts'

type Editing = { db: Db; now: Clock; banners: Banners }
type Row = Selectable<BannerTables['banners']>

/** @throws InvalidFields `text`, `tone`, `link`, `starts`, `ends` */
export const createBanner = useCase(
  {
    ...administratorAccess,
    summary: 'Creates a banner, which appears on every page from its start time on.',
    input: bannerInput,
  },
  async (platform: Editing, actor, fields): Promise<void> => {
    const created = platform.now()
    const banner = { ...fields, id: newTimedId(created), created, shown: 1 }
    await platform.db.transaction().execute(async (db) => {
      await lockTable(db, 'banners')
      if ((await listBanners(db)).length >= maxBanners)
        throw new InvalidFields({ text: problem('banners.too_many', { max: maxBanners }) })
      await db.insertInto('banners').values(banner).execute()
      const about = { actor, action: 'createbanner', subject: `banner:${banner.id}` } as const
      await recordAction(db, { ...about, before: null, after: auditDetails(banner) }, created)
    })
    platform.banners.forget()
  },
)

/** @throws as `createBanner`; InvalidFields `id`; Refused `missing` */
export const changeBanner = useCase(
  { ...administratorAccess, summary: 'Changes a banner.', input: changeBannerInput },
  async (platform: Editing, actor, { id, ...changes }): Promise<void> => change(platform, actor, id, changes),
)

/** @throws InvalidFields `id`, `shown`; Refused `missing` */
export const showBanner = useCase(
  { ...administratorAccess, summary: 'Switches a banner on or off.', input: shownInput },
  async (platform: Editing, actor, { id, shown }): Promise<void> =>
    change(platform, actor, id, { shown: shown ? 1 : 0 }),
)

/** @throws InvalidFields `id` */
export const deleteBanner = useCase(
  { ...administratorAccess, summary: 'Deletes a banner, if it exists.', input: bannerIdInput },
  async (platform: Editing, actor, { id }): Promise<void> => {
    await platform.db.transaction().execute(async (db) => {
      const banner = await lockBanner(db, id)
      if (!banner) return
      await db.deleteFrom('banners').where('id', '=', id).execute()
      const about = { actor, action: 'deletebanner', subject: `banner:${id}` } as const
      await recordAction(db, { ...about, before: auditDetails(banner), after: null }, platform.now())
    })
    platform.banners.forget()
  },
)

async function change(platform: Editing, actor: Actor, id: string, changes: Partial<Row>): Promise<void> {
  await platform.db.transaction().execute(async (db) => {
    const banner = await lockBanner(db, id)
    if (!banner) throw new Refused('banners.not_found')
    await db.updateTable('banners').set(changes).where('id', '=', id).execute()
    const about = { actor, action: 'changebanner', subject: `banner:${id}` } as const
    const after = auditDetails({ ...banner, ...changes })
    await recordAction(db, { ...about, before: auditDetails(banner), after }, platform.now())
  })
  platform.banners.forget()
}

const auditDetails = ({ text, tone, link, shown, starts, ends }: Row) => ({
  text,
  tone,
  link,
  shown: shown === 1,
  starts,
  ends,
})
