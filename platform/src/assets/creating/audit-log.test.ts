import { describe, expect, test } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { rerenderAvatar } from '../../avatars/rerender.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { publish } from '../drafts/publish.ts'
import { rerenderAsset } from '../pictures/rerender.ts'
import { updateAsset } from '../settings.ts'
import { replaceFile } from './replace-file.ts'

const hat = (name: string) =>
  Buffer.from(`<roblox version="4"><Item class="Hat"><Properties>${name}</Properties></Item></roblox>`)

const settings = { name: 'Red hat', description: 'Of felt', price: '2.5', forSale: 'on' }

describe.each(databases)('the audit log of assets on %s', (kind) => {
  test('records what staff do to an item of another user, and nothing that its creator does', async () => {
    const platform = await openTestPlatform(kind)
    const founder = await registerPerson(platform, 'Founder')
    const registerAt = async (permissionLevel: number, username: string): Promise<Actor> => ({
      ...(await registerPerson(platform, username)),
      permissionLevel,
    })
    const maker = await registerAt(permissionLevel.catalogManager, 'Maker')
    const moderator = await registerAt(permissionLevel.moderator, 'Moderator')
    const described = { type: '8', name: 'Hat', description: '', price: '1', forSale: 'on' }
    const { id } = await publish(platform, maker, { ...described, asset: hat('first') })

    await updateAsset(platform, maker, { id, ...described })
    await replaceFile(platform, maker, { id, asset: hat('second') })
    const log = () => platform.db.selectFrom('audit_log').selectAll().orderBy('created').execute()
    expect(await log()).toEqual([])

    for (const act of [
      () => updateAsset(platform, moderator, { id, ...settings }),
      () => replaceFile(platform, moderator, { id, asset: hat('third') }),
      () => rerenderAsset(platform, founder, { id }),
      () => rerenderAvatar(platform, founder, { username: 'Maker' }),
    ]) {
      await act()
      platform.pass(1)
    }
    const file = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(
      (await log()).map(({ actor_id, action, subject, before, after }) => [
        actor_id,
        action,
        subject,
        before && JSON.parse(before),
        after && JSON.parse(after),
      ]),
    ).toEqual([
      [
        moderator.id,
        'changeasset',
        `asset:${id}`,
        { name: 'Hat', description: '', price: 1_000_000, forSale: true },
        { name: 'Red hat', description: 'Of felt', price: 2_500_000, forSale: true },
      ],
      [moderator.id, 'changeasset', `asset:${id}`, { file }, { file }],
      [founder.id, 'retryrender', `asset:${id}`, null, null],
      [founder.id, 'retryrender', `user:${maker.id}`, null, null],
    ])
  })
})
