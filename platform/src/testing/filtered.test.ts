import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { updateProfile } from '../accounts/update-profile.ts'
import { commentOnAsset } from '../assets/comments/comment.ts'
import { publish } from '../assets/drafts/publish.ts'
import { updateAsset } from '../assets/settings.ts'
import { saveOutfit } from '../avatars/outfits/change.ts'
import type { Db } from '../foundation/database.ts'
import { createGroup } from '../people/groups/create.ts'
import { updateGroup } from '../people/groups/settings.ts'
import { answerPost } from '../people/posts/answer.ts'
import { editPost, writePost } from '../people/posts/write.ts'
import { updateStyling } from '../people/styling/update.ts'
import { updateView } from '../places/update-view.ts'
import { writeNotes } from '../places/updates/write-notes.ts'
import { updatePlaceFile } from '../places/versions/update-file.ts'
import { register, registerInitialAccount } from '../sign-in/registration/register.ts'
import { errorsOf } from './errors.ts'
import { device, password, registerPerson } from './people.ts'
import { openTestPlatform, type TestPlatform } from './platforms.ts'
import { createPublishedPlace } from './published-place.ts'

type Say = (platform: TestPlatform, actor: Actor, text: string) => Promise<unknown>

const makeShirt = async (platform: TestPlatform, actor: Actor, text: string) => {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const form = { type: '2', name: text, description: text, price: '0' }
  return publish(platform, actor, { ...form, asset: await image.png().toBuffer() })
}

/** Texts that users write for others, with the table that stores each. */
const written: [what: string, say: Say, table: string, columns: string[]][] = [
  ['post', (p, actor, text) => writePost(p, actor, { content: text }), 'post_versions', ['text']],
  [
    'edited post',
    async (p, actor, text) => {
      const { id } = await writePost(p, actor, { content: 'Fine' })
      await editPost(p, actor, { id, content: text })
    },
    'post_versions',
    ['text'],
  ],
  [
    'answer',
    async (p, actor, text) => {
      const { id } = await writePost(p, actor, { content: 'Fine' })
      await answerPost(p, actor, { id, content: text })
    },
    'post_versions',
    ['text'],
  ],
  [
    'group',
    async (p, actor, text) => {
      const group = { id: 1, name: 'Builders', name_key: 'builders', owner_id: actor.id }
      await p.db
        .insertInto('groups')
        .values({ ...group, created: 0, member_count: 1, open: 1 })
        .execute()
      await updateGroup(p, actor, { name: group.name, description: text })
    },
    'groups',
    ['description'],
  ],
  ['outfit', (p, actor, text) => saveOutfit(p, actor, { name: text }), 'outfits', ['name', 'name_key']],
  [
    'profile',
    (p, actor, text) => updateProfile(p, actor, { description: text, theme: 'Light' }),
    'users',
    ['description'],
  ],
  [
    'place',
    (p, actor, text) => createPublishedPlace(p, actor, { name: text, description: text }),
    'places',
    ['name', 'name_key', 'description'],
  ],
  [
    'changed place',
    async (p, actor, text) => {
      const { id } = await createPublishedPlace(p, actor, { name: 'Fine', description: '' })
      await updateView(p, actor, { id, name: text, description: text })
    },
    'places',
    ['name', 'name_key', 'description'],
  ],
  [
    'uploaded version',
    async (p, actor, text) => {
      const { id } = await createPublishedPlace(p, actor, { name: 'Fine', description: '' })
      await updatePlaceFile(p, actor, id, [Buffer.from('<roblox/>')], { notes: text })
    },
    'place_updates',
    ['notes'],
  ],
  [
    'described version',
    async (p, actor, text) => {
      const { id } = await createPublishedPlace(p, actor, { name: 'Fine', description: '' })
      await updatePlaceFile(p, actor, id, [Buffer.from('<roblox/>')])
      await writeNotes(p, actor, { id, version: '1', notes: text })
    },
    'place_updates',
    ['notes'],
  ],
  ['asset', makeShirt, 'assets', ['name', 'name_key', 'description']],
  [
    'changed asset',
    async (p, actor, text) => {
      const { id } = await makeShirt(p, actor, 'Fine')
      await updateAsset(p, actor, { id, name: text, description: text, price: '0', forSale: 'on' })
    },
    'assets',
    ['name', 'name_key', 'description'],
  ],
  [
    'comment',
    async (p, actor, text) => {
      const { id } = await makeShirt(p, actor, 'Fine')
      await commentOnAsset(p, actor, { id, content: text }, { address: '1' })
    },
    'comments',
    ['content'],
  ],
]

const refusal = 'This name contains a word that isn’t allowed here'

/** Names that are part of an address, or shown as typed, are rejected instead. */
const refused: [what: string, say: Say, errors: object][] = [
  [
    'username',
    (p) => register(p, null, { username: 'Darn_42', password, cpassword: password }, device),
    { username: refusal },
  ],
  ['group', (p, actor, text) => createGroup(p, actor, { name: text }), { name: refusal }],
  [
    'text in CSS',
    (p, actor) => updateStyling(p, actor, { css: '.posts::before { content: "so \\64 arn good" }' }),
    { css: 'A text in quotes contains a word that isn’t allowed here' },
  ],
]

const rowsOf = (db: Db, table: string): Promise<Record<string, unknown>[]> =>
  db
    .selectFrom(table as 'users')
    .selectAll()
    .execute()

/** Tables that implement a full-text index. */
const indexParts = /_(data|idx|docsize|config)$/

/** Returns every row of every table as text. */
async function everythingIn({ db }: TestPlatform): Promise<string> {
  const tables = await db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !indexParts.test(name))
  return JSON.stringify(await Promise.all(names.map((name) => rowsOf(db, name))))
}

test('forbidden words are in nothing that other users see', async () => {
  const platform = await openTestPlatform('SQLite', { Filtering: { Words: ['darn'] } })
  const setUp = (username: string) =>
    registerInitialAccount(platform, null, { username, password, cpassword: password }, device)
  expect(await errorsOf(setUp('TheDarn'))).toEqual({ username: refusal })
  await setUp('Darning')
  const author = await registerPerson(platform, 'Author')

  for (const [what, say, errors] of refused)
    expect(await errorsOf(say(platform, author, `A darn ${what}`)), what).toEqual(errors)
  // Level 3 pays nothing for creations.
  const maker = { ...author, permissionLevel: 3 }
  for (const [what, say, table, columns] of written) {
    await say(platform, maker, `A DARN ${what}`)
    const rows = await rowsOf(platform.db, table)
    const texts = rows.map((row) => columns.map((column) => row[column]))
    const kept = `A #### ${what}`
    expect(texts, what).toContainEqual(
      columns.map((column) => (column === 'name_key' ? kept.toLowerCase() : kept)),
    )
  }
  expect(await everythingIn(platform)).not.toMatch(/darn\b/i)
})
