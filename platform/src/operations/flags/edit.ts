import type { Clock } from '@baseplate/service/clock'
import { lockTable } from '@baseplate/storage/database/lock-table'
import { recordAction, useCase } from '../../accounts/door.ts'
import { administratorAccess } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { problem } from '../../foundation/problem.ts'
import type { Flags } from './flags.ts'
import { removeFlagInput, setFlagInput } from './input.ts'
import { listFlagChanges } from './queries.ts'
import { flagsInEffect, maxFlags } from './rules.ts'

type Editing = { db: Db; now: Clock; config: Pick<Config, 'Flags'>; flags: Flags }

/** @throws InvalidFields `name`, `value` */
export const setFlag = useCase(
  { ...administratorAccess, summary: 'Adds or changes a flag for all clients.', input: setFlagInput },
  async (platform: Editing, actor, { name, value }): Promise<void> => {
    await platform.db.transaction().execute(async (db) => {
      await lockTable(db, 'flags')
      const flags = flagsInEffect(platform.config.Flags, await listFlagChanges(db))
      if (!Object.hasOwn(flags, name) && Object.keys(flags).length >= maxFlags) {
        throw new InvalidFields({ name: problem('flags.too_many', { max: maxFlags }) })
      }
      const now = platform.now()
      const before = Object.hasOwn(flags, name) ? { value: flags[name] } : null
      await change(db, { name, value, updated: now })
      await recordAction(
        db,
        { actor, action: 'setflag', subject: `flag:${name}`, before, after: { value } },
        now,
      )
    })
    platform.flags.forget()
  },
)

/** @throws InvalidFields `name` */
export const removeFlag = useCase(
  {
    ...administratorAccess,
    summary: 'Removes a flag, even a configured one. An absent flag stays absent.',
    input: removeFlagInput,
  },
  async (platform: Editing, actor, { name }): Promise<void> => {
    await platform.db.transaction().execute(async (db) => {
      const flags = flagsInEffect(platform.config.Flags, await listFlagChanges(db))
      if (!Object.hasOwn(flags, name)) return
      const now = platform.now()
      const before = { value: flags[name] }
      if (Object.hasOwn(platform.config.Flags, name)) await change(db, { name, value: null, updated: now })
      else await db.deleteFrom('flags').where('name', '=', name).execute()
      await recordAction(
        db,
        { actor, action: 'removeflag', subject: `flag:${name}`, before, after: null },
        now,
      )
    })
    platform.flags.forget()
  },
)

const change = (db: Db, row: { name: string; value: string | null; updated: number }) =>
  db
    .insertInto('flags')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value, updated: row.updated }))
    .execute()
