import { expect, test } from 'vitest'
import { permissionLevel } from '../../accounts/rules.ts'
import { replaceFile } from '../../assets/creating/replace-file.ts'
import { storeAsset } from '../../assets/files/store-asset.ts'
import { findAsset } from '../../assets/queries.ts'
import { assetType } from '../../assets/types.ts'
import type { Db } from '../../foundation/database.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { moderateAsset } from './moderate-asset.ts'
import { approveAsset, refuseAsset } from './review-asset.ts'

/** Wraps the database to do something before each transaction. */
const interrupted = (db: Db, meanwhile: () => Promise<unknown>): Db =>
  new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        execute: async <T>(work: (transaction: Db) => Promise<T>) => {
          await meanwhile()
          return target.transaction().execute(work)
        },
      })
    },
  })

test.each(databases)(
  'refuses a decision on %s if the item has changed since the moderator looked at it',
  async (kind) => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Administrator')
    const maker = await registerPerson(platform, 'Maker')
    const moderator = {
      ...(await registerPerson(platform, 'Moderator')),
      permissionLevel: permissionLevel.moderator,
    }
    const document = (name: string) =>
      Buffer.from(`<roblox version="4"><Item class="Hat"><Properties>${name}</Properties></Item></roblox>`)
    const { id } = await storeAsset(platform, maker, { type: assetType.hat, name: 'A hat' }, [document('a')])
    const on = { id: String(id) }
    const visibility = async () => (await findAsset(platform.db, id))?.visibility
    /** Decides after something else has happened. */
    const decide = (to: string, meanwhile: () => Promise<unknown>, file?: string) =>
      moderateAsset({ ...platform, db: interrupted(platform.db, meanwhile) }, moderator, {
        id,
        visibility: to,
        reason: 'x',
        file,
      })

    const approving = () => approveAsset(platform, moderator, on)
    await expect(decide('Moderated', approving)).rejects.toThrow(
      'Another moderator has already reviewed this item',
    )
    expect(await visibility()).toBe('Visible')

    const seen = (await findAsset(platform.db, id))?.file_sha256
    for (const [file, text] of [
      [seen, 'b'],
      [undefined, 'c'],
    ] as const) {
      const replacing = () => replaceFile(platform, maker, { id, asset: document(text) })
      await expect(decide('Moderated', replacing, file)).rejects.toThrow('The file has been replaced')
      expect(await visibility()).toBe('Pending')
      await approving()
    }

    const refusing = () => moderateAsset(platform, moderator, { id, visibility: 'Moderated', reason: 'x' })
    await decide('Moderated', refusing)
    expect(await visibility()).toBe('Moderated')
    await expect(refuseAsset(platform, moderator, { ...on, reason: 'x' })).rejects.toThrow('already')
  },
)
