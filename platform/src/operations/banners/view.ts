import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { type BannerFilter, listBannersInput } from './input.ts'
import { permit } from './permit.ts'
import { listBanners } from './queries.ts'
import { stateOf } from './rules.ts'

type Reading = { db: Db; now: Clock }
type BannerView = Awaited<ReturnType<typeof readAll>>[number]

/**
 * Returns the banners that pass the filter, newest first by default. There is one page, because there are at most `maxBanners`.
 *
 * @param input `q`: text to contain; `state`; `sort`: `newest`, `oldest`, `soonest` and `latest` to end; `change`: id of the banner
 * to edit.
 * @throws Refused `forbidden` below level 5
 */
export async function viewBanners(platform: Reading, actor: Actor, input: unknown = {}) {
  permit(actor)
  const filter = parseInput(listBannersInput, input)
  const all = await readAll(platform)
  return { banners: passing(all, filter), chosen: all.find(({ id }) => id === filter.change) ?? null }
}

/** Returns every banner that passes the filter, for a download. @throws Refused `forbidden` below level 5 */
export async function exportBanners(platform: Reading, actor: Actor, input: unknown) {
  return (await viewBanners(platform, actor, input)).banners
}

async function readAll({ db, now }: Reading) {
  const rows = await listBanners(db)
  return rows.map((row) => ({ ...row, shown: row.shown === 1, state: stateOf(row, now()) }))
}

const passing = (banners: readonly BannerView[], { q, state, sort }: BannerFilter): BannerView[] =>
  banners
    .filter(({ text }) => text.toLowerCase().includes(q.toLowerCase()))
    .filter((banner) => state === '' || banner.state === state)
    .toSorted(orders[sort])

const byTime = (one: BannerView, other: BannerView) => one.created - other.created
/** Banners without an end sort last. */
const byEnd = (one: BannerView, other: BannerView) =>
  (one.ends ?? Number.MAX_VALUE) - (other.ends ?? Number.MAX_VALUE) || byTime(one, other)

const orders = {
  newest: (one: BannerView, other: BannerView) => byTime(other, one),
  oldest: byTime,
  soonest: byEnd,
  latest: (one: BannerView, other: BannerView) => byEnd(other, one),
}
