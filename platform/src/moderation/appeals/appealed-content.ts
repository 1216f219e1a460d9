import { findUser } from '../../accounts/door.ts'
import { appealEnded } from '../appeal-rules.ts'
import type { AppealableKind } from '../takedowns/content.ts'
import { recordOutcome, show } from '../takedowns/decide.ts'
import { findTakedown } from '../takedowns/queries.ts'
import type { ContentType } from '../takedowns/rules.ts'
import type { AppealedKind } from './appealed.ts'

/** Appeals against takedowns of one type of content. */
export const appealedContent = (
  type: ContentType,
  { what, find, appeals }: AppealableKind,
): AppealedKind => ({
  what,
  texts: appeals.texts,
  permit: appeals.permit,
  findAppealable: async (db, id) => (await findTakedown(db, { type, id }))?.number,
  async find(deciding, id) {
    const { db } = deciding
    const content = await find(db, id)
    if (!content) return undefined
    const { name, ownerId } = content
    const takedown = await findTakedown(db, content)
    const owner = ownerId === null ? undefined : await findUser(db, ownerId)
    const before = (appeal: string) => ({ reason: takedown?.reason, appeal })
    return {
      id,
      name,
      ownerId,
      ownerLevel: owner?.permission_level ?? null,
      decision: takedown && { number: takedown.number, moderatorId: takedown.moderator_id },
      async grant({ appeal, answer }) {
        const outcome = appeals.granted
        const granted = { outcome, text: answer, before: before(appeal), after: { answer } }
        if (!(await show(deciding, content, granted))) throw appealEnded()
      },
      async refuse({ appeal, answer }) {
        const change = { before: before(appeal), after: { answer }, text: answer }
        await recordOutcome(deciding, content, appeals.refused, change)
      },
    }
  },
})
