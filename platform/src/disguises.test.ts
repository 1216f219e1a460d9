import { describe, expect, test } from 'vitest'
import { commentOnAsset } from './assets/comments/comment.ts'
import { publish } from './assets/drafts/publish.ts'
import { buyAsset } from './assets/ownership/buy.ts'
import { viewAsset } from './assets/view-item.ts'
import { report } from './moderation/reports/report.ts'
import { createGroup } from './people/groups/create.ts'
import { register } from './sign-in/registration/register.ts'
import { picture } from './testing/creations.ts'
import { startTestEconomy } from './testing/economy.ts'
import { errorsOf } from './testing/errors.ts'
import { device, password, registerPerson } from './testing/people.ts'
import { databases, openTestPlatform } from './testing/platforms.ts'
import { createPublishedPlace } from './testing/published-place.ts'

const hidden = {
  name: 'Names can’t have invisible characters or characters that change the direction of text',
}

test('names take no invisible characters, and those of places and assets take emoji and joined letters', async () => {
  const platform = await openTestPlatform('SQLite')
  const maker = { ...(await registerPerson(platform, 'Maker')), permissionLevel: 3 }
  const bytes = await picture(8, 8)
  const makers = [
    (name: string) => createPublishedPlace(platform, maker, { name, description: '' }),
    (name: string) =>
      publish(platform, maker, { type: '2', name, description: '', price: '0', asset: bytes }),
    (name: string) => createGroup(platform, maker, { name }),
  ]
  for (const character of ['\u200b', '\u00ad', '\u202e', '\u2066', '\u2800', '\u{e0041}', '\u3164']) {
    for (const make of makers) {
      expect(await errorsOf(make(`My ${character}name`)), JSON.stringify(character)).toEqual(hidden)
    }
  }
  for (const make of makers.slice(0, 2)) {
    await make('Family 👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿')
    await make('می‌خواهم')
  }
})

describe.each(databases)('on %s', (kind) => {
  test('usernames that look like those of staff are refused', async () => {
    const platform = await openTestPlatform(kind)
    await registerPerson(platform, 'Bill_Morn')
    await registerPerson(platform, 'Olive')
    const attempt = (username: string) =>
      register(platform, null, { username, password, cpassword: password }, device)
    const refused = { username: 'This username is too similar to the name of a staff member' }
    for (const username of ['BiIl_Morn', 'Bi11Morn', 'Bill__Mom', '_billmorn_', 'B1lI_M0rn']) {
      expect(await errorsOf(attempt(username)), username).toEqual(refused)
    }
    expect(await errorsOf(attempt('bill_morn'))).toEqual({ username: 'This username is already in use' })
    // Olive is no member of staff.
    await attempt('0live')
  })

  test('names of staff are reserved without a configuration, and an empty list opens them', async () => {
    const platform = await openTestPlatform(kind, { Registration: { ReservedNames: undefined } })
    await registerPerson(platform, 'admin')
    const attempt = (username: string) =>
      errorsOf(register(platform, null, { username, password, cpassword: password }, device))
    for (const username of ['Adm1n', 'moderator', 'Supp0rt', 'base_plate', 'The_Staff'])
      expect(Object.keys(await attempt(username)), username).toEqual(['username'])
    const open = await openTestPlatform(kind, { Registration: { ReservedNames: [] } })
    for (const username of ['admin', 'moderator', 'Baseplate']) await registerPerson(open, username)
  })

  test('usernames with reserved words are refused to new accounts after the first', async () => {
    const platform = await openTestPlatform(kind, {
      Name: 'Block World',
      Registration: { ReservedNames: ['Moderator', 'Warden'] },
    })
    await registerPerson(platform, 'Moderator_1')
    const attempt = (username: string) =>
      errorsOf(register(platform, null, { username, password, cpassword: password }, device))
    const refused = { username: 'This username looks like that of staff. Choose another one.' }
    for (const username of ['M0derator', 'Chief_Warden', 'RealBlockWorld'])
      expect(await attempt(username), username).toEqual(refused)
    await registerPerson(platform, 'Admin')
  })

  test('shows a pending item to its maker and catalog managers only, and takes no comments on it', async () => {
    const economy = await startTestEconomy()
    const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
    const administrator = await registerPerson(platform, 'Administrator')
    const maker = await registerPerson(platform, 'Maker')
    const other = await registerPerson(platform, 'Other')
    await economy.mint(maker, 20_000_000)
    const described = { type: '2', name: 'Waiting shirt', description: '', price: '0' }
    const { id } = await publish(platform, maker, { ...described, asset: await picture(8, 8) })
    // A buyer of an item whose file was replaced owns it while it waits again.
    await platform.db
      .insertInto('owned_assets')
      .values({ user_id: other.id, asset_id: id, created: 0 })
      .execute()
    const missing = { reason: 'missing', message: 'Asset not found' }
    const comment = (actor: typeof maker) =>
      commentOnAsset(platform, actor, { id, content: 'Hello' }, { address: '127.0.0.1' })

    await expect(viewAsset(platform, other, { id })).rejects.toMatchObject(missing)
    for (const actor of [maker, administrator, { ...other, permissionLevel: 3 }]) {
      expect(await viewAsset(platform, actor, { id })).toMatchObject({ visibility: 'Pending' })
    }
    await expect(comment(other)).rejects.toMatchObject(missing)
    await expect(comment(maker)).rejects.toThrow("This item hasn't been approved yet")
    await expect(buyAsset(platform, administrator, { id })).rejects.toThrow("hasn't been approved yet")
    const about = { type: 'asset', id: String(id), category: 'Spam', note: '' }
    await expect(report(platform, other, about)).rejects.toMatchObject({ reason: 'missing' })
    await platform.db.updateTable('assets').set({ visibility: 'Visible' }).where('id', '=', id).execute()
    await comment(other)
  })
})
