import type { Clock } from '@baseplate/service/clock'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { changeEntry } from '../entries/change.ts'
import { parseValue } from '../entries/input.ts'
import { compactJson } from '../entries/json-text.ts'
import { findEntry, findValue } from '../entries/queries.ts'
import type { Change, Condition } from '../entries/rules.ts'
import { permitViewing, requireViewed, type ViewedPlace } from '../looks/permit.ts'
import { recordLook } from '../looks/queries.ts'
import { lockEntries } from '../queries.ts'
import type { EntryName } from '../rules.ts'
import type { LookAction } from '../tables.ts'
import { changeInput, editInput, restoreInput } from './input.ts'

interface Changing {
  db: Db
  groupCommit: GroupCommit<Database>
  now: Clock
  config: Pick<Config, 'Data'>
}

const access = { scope: 'data:write', permit: permitViewing } as const

/** The version of an entry after a change. */
export interface ChangedVersion {
  /** Its number. */
  version: string
}

/**
 * A value that says the same as the present one changes nothing, so that it stays as its game wrote it.
 *
 * @throws Refused as `requireViewed`; `outdated`: the entry has another version; `conflict`: a game server may save the data of the
 * player; `limited`; `oversize`. InvalidFields `value`
 */
export const editDataEntry = useCase(
  {
    ...access,
    summary: 'Replaces the value of an entry, unless it has changed. The value before stays as a version.',
    input: editInput,
  },
  async (platform: Changing, actor, { id, version, value, ...name }): Promise<ChangedVersion> => {
    const viewed = await requireViewed(platform.db, actor, id)
    const json = parseText(value, platform.config.Data.ValueBytes)
    return change(platform, { viewed, actor, name, action: 'edit' }, async (trx) => {
      const entry = await findEntry(trx, viewed.worldId, name)
      const present = entry && (await findValue(trx, entry.id))
      const isSame = present?.version === Number(version) && compactJson(present.value) === json
      return isSame ? undefined : { op: 'put', json, keeps: true, ...conditionOf(version) }
    })
  },
)

/** @throws as `editDataEntry`; Refused `missing`: it is deleted already */
export const deleteDataEntry = useCase(
  {
    ...access,
    summary: 'Deletes an entry, unless it has changed. Its versions are kept for 30 days.',
    input: changeInput,
  },
  async (platform: Changing, actor, { id, version, ...name }): Promise<ChangedVersion> => {
    const viewed = await requireViewed(platform.db, actor, id)
    return change(platform, { viewed, actor, name, action: 'delete' }, async () => ({
      op: 'delete',
      ...conditionOf(version),
    }))
  },
)

/** @throws as `editDataEntry`; Refused `missing`: the version is not kept */
export const restoreDataEntry = useCase(
  {
    ...access,
    summary:
      'Gives an entry the value of an earlier version, unless it has changed. The value before stays as a version.',
    input: restoreInput,
  },
  async (platform: Changing, actor, { id, version, restored, ...name }): Promise<ChangedVersion> => {
    const viewed = await requireViewed(platform.db, actor, id)
    return change(platform, { viewed, actor, name, action: 'restore' }, async (trx) => {
      const entry = await findEntry(trx, viewed.worldId, name)
      if (!entry) throw new Refused('data.not_found')
      const found = await findValue(trx, entry.id, Number(restored))
      if (!found) throw new Refused('data.version_not_kept')
      return { op: 'put', json: found.value, keeps: true, ...conditionOf(version) }
    })
  },
)

/** 0 stands for an entry without a value. */
const conditionOf = (version: string): Condition =>
  Number(version) === 0 ? { ifAbsent: true } : { ifVersion: String(Number(version)) }

/** Returns JSON without the white space that the page has added. @throws InvalidFields `value` */
function parseText(text: string, maxBytes: number): string {
  try {
    return compactJson(parseValue(Buffer.from(text), maxBytes))
  } catch (error) {
    throw error instanceof Refused ? new InvalidFields({ value: error.problem }) : error
  }
}

interface By {
  viewed: ViewedPlace
  actor: Actor
  name: EntryName
  action: LookAction
}

/** Changes an entry and records it. @param decide returns the change; undefined: none */
const change = (
  { groupCommit, now, config }: Changing,
  { viewed, actor, name, action }: By,
  decide: (trx: Db) => Promise<Change | undefined>,
): Promise<ChangedVersion> =>
  groupCommit(async (trx) => {
    const time = now()
    await lockEntries(trx, viewed.worldId, [name])
    const decided = await decide(trx)
    if (!decided) return { version: String((await findEntry(trx, viewed.worldId, name))?.version ?? 0) }
    const by = { worldId: viewed.worldId, server: null }
    const { version } = await changeEntry(trx, by, name, decided, { now: time, config })
    await recordLook(trx, viewed, actor, { action, subject: name }, time)
    return { version: String(version) }
  })
