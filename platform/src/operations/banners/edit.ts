import type { Clock } from '@baseplate/service/clock'
import { lockTable } from '@baseplate/storage/database/lock-table'
import type { Selectable } from 'kysely'
import { recordAction } from '../../accounts/audit/record-action.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import { problem } from '../../foundation/problem.ts'
import type { Banners } from './banners.ts'
import { bannerIdInput, bannerInput, shownInput } from './input.ts'
import { permit } from './permit.ts'
import { listBanners, lockBanner } from './queries.ts'
import { maxBanners } from './rules.ts'
import type { BannerTables } from './tables.ts'

type Editing = { db: Db; now: Clock; banners: Banners }
type Row = Selectable<BannerTables['banners']>

/**
 * Creates a banner, which appears on every page from its start time on.
 *
 * @throws InvalidFields `text`, `tone`, `link`, `starts`, `ends`; Refused `forbidden` below level 5.
 */
export async function createBanner(platform: Editing, actor: Actor, input: unknown): Promise<void> {
  permit(actor)
  const fields = parseInput(bannerInput, input)
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
}

/** Changes a banner. @throws as `createBanner`; Refused `missing` */
export async function changeBanner(platform: Editing, actor: Actor, input: unknown): Promise<void> {
  permit(actor)
  const { id } = parseInput(bannerIdInput, input)
  await change(platform, actor, id, parseInput(bannerInput, input))
}

/** Switches a banner on or off. @throws InvalidFields `id`, `shown`; Refused `forbidden`, `missing` */
export async function showBanner(platform: Editing, actor: Actor, input: unknown): Promise<void> {
  permit(actor)
  const { id, shown } = parseInput(shownInput, input)
  await change(platform, actor, id, { shown: shown ? 1 : 0 })
}

/** Deletes a banner, if it exists. @throws InvalidFields `id`; Refused `forbidden` */
export async function deleteBanner(platform: Editing, actor: Actor, input: unknown): Promise<void> {
  permit(actor)
  const { id } = parseInput(bannerIdInput, input)
  await platform.db.transaction().execute(async (db) => {
    const banner = await lockBanner(db, id)
    if (!banner) return
    await db.deleteFrom('banners').where('id', '=', id).execute()
    const about = { actor, action: 'deletebanner', subject: `banner:${id}` } as const
    await recordAction(db, { ...about, before: auditDetails(banner), after: null }, platform.now())
  })
  platform.banners.forget()
}

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
