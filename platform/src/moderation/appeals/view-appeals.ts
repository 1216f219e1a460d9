import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { englishOf, type Problem } from '../../foundation/problem.ts'
import { perPage } from '../actions/rules.ts'
import { type AppealedType, whyNotDecide } from '../appeal-rules.ts'
import { describeAssets, describePlaces } from '../takedowns/describe.ts'
import { appealedKinds } from './appealed-kinds.ts'
import { appealsInput } from './input.ts'
import { countOpenAppeals, type ListedAppeal, listAppeals } from './queries.ts'

type Reading = { db: Db; now: Clock }

/** @throws Refused `invalid` for an unknown cursor */
export const viewAppeals = useCase(
  {
    summary:
      'Lists appeals against moderation of accounts; with `about=items` those for items, with `about=games` those for games.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: appealsInput,
  },
  async (platform: Reading, actor, { about, ...filter }) => {
    const open = {
      accounts: await countOpenAppeals(platform.db, 'user', platform.now()),
      items: await countOpenAppeals(platform.db, 'asset', platform.now()),
      games: await countOpenAppeals(platform.db, 'place', platform.now()),
    }
    const read = (type: AppealedType) => readPage(platform, actor, type, filter)
    if (about === 'items') {
      const { appeals, ...page } = await read('asset')
      return { about, open, ...page, appeals: await itemAppeals(platform.db, appeals) }
    }
    if (about === 'games') {
      const { appeals, ...page } = await read('place')
      return { about, open, ...page, appeals: await gameAppeals(platform.db, appeals) }
    }
    const { appeals, ...page } = await read('user')
    return { about, open, ...page, appeals: accountAppeals(appeals) }
  },
)

type Viewed = Awaited<ReturnType<typeof viewAppeals>>

type AppealsAbout<About> = Extract<Viewed, { about: About }>['appeals'][number]
export type AccountAppeal = AppealsAbout<'accounts'>
export type ItemAppeal = AppealsAbout<'items'>
export type GameAppeal = AppealsAbout<'games'>

async function readPage(
  { db, now }: Reading,
  actor: Actor,
  type: AppealedType,
  { state, cursor }: { state: 'Open' | 'Decided'; cursor?: string | undefined },
) {
  const after = parseCursor(cursor)
  const decided = state === 'Decided'
  const found = await listAppeals(db, type, { decided, after, limit: perPage + 1, now: now() })
  const { rows, next } = toPage(found, perPage)
  const { what, texts } = appealedKinds[type]
  const appeals = rows.map((row) => ({
    ...row,
    /** Why the viewer cannot decide; null if they can. */
    whyNot: whyNotDecide(actor, row, { what, ...texts }) ?? null,
  }))
  return { state, appeals, next }
}

type WithReason = ListedAppeal & { whyNot: Problem | null }

/** The fields that appeals of every type have. */
const commonFields = (appeal: WithReason) => ({
  number: appeal.number,
  reason: appeal.reason ?? '',
  moderator: appeal.moderator,
  appealed: appeal.appealed,
  text: appeal.text,
  decided: appeal.decided,
  decision: appeal.decision,
  answer: appeal.answer,
  decidedBy: appeal.decidedBy,
  whyNot: appeal.whyNot && englishOf(appeal.whyNot),
  /** The code and the values behind `whyNot`. */
  problem: appeal.whyNot,
})

function accountAppeals(appeals: readonly WithReason[]) {
  return appeals.flatMap((appeal) => {
    const { owner, type, note, expires } = appeal
    return owner === null || type === null
      ? []
      : { username: owner, type, note, expires, ...commonFields(appeal) }
  })
}

async function itemAppeals(db: Db, appeals: readonly WithReason[]) {
  const assets = await describeAssets(db, idsOf(appeals))
  return appeals.flatMap((appeal) => {
    const asset = assets.get(appeal.id)
    const { owner: creatorUsername, takenDown } = appeal
    const isRejected = appeal.rejected === 1
    return asset ? { ...asset, creatorUsername, takenDown, isRejected, ...commonFields(appeal) } : []
  })
}

async function gameAppeals(db: Db, appeals: readonly WithReason[]) {
  const places = await describePlaces(db, idsOf(appeals))
  return appeals.flatMap((appeal) => {
    const place = places.get(appeal.id)
    const { owner: ownerUsername, takenDown } = appeal
    return place ? { ...place, ownerUsername, takenDown, ...commonFields(appeal) } : []
  })
}

const idsOf = (appeals: readonly WithReason[]) => appeals.map(({ id }) => id)
