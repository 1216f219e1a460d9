import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import { administratorAccess } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { type BannerFilter, listBannersInput } from './input.ts'
import { listBanners } from './queries.ts'
import { stateOf } from './rules.ts'

type Reading = { db: Db; now: Clock }
type BannerView = Awaited<ReturnType<typeof readAll>>[number]

const access = {
  ...administratorAccess,
  input: listBannersInput,
} as const

export const viewBanners = useCase(
  {
    ...access,
    summary:
      'Returns the banners that pass the filter, newest first by default. There is one page, because there are at most `maxBanners`.',
  },
  async (platform: Reading, _, filter) => {
    const all = await readAll(platform)
    return { banners: passing(all, filter), chosen: all.find(({ id }) => id === filter.change) ?? null }
  },
)

export const exportBanners = useCase(
  { ...access, summary: 'Exports all banners that pass the filters of the page.' },
  async (platform: Reading, _, filter) => passing(await readAll(platform), filter),
)

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
