import { readdir } from 'node:fs/promises'
import { day } from '@baseplate/service/clock'
import { sql } from 'kysely'
import type { Actor } from '../accounts/rules.ts'
import { writeComment } from '../comments/write.ts'
import { deleteAccount } from '../leaving/deletion/delete-account.ts'
import { createErasures } from '../leaving/deletion/erase-accounts.ts'
import { report } from '../moderation/reports/report.ts'
import { writePost } from '../people/posts/write.ts'
import { updateView } from '../places/update-view.ts'
import { updatePlaceFile } from '../places/versions/update-file.ts'
import { voteOnPlace } from '../places/votes/vote.ts'
import { follow } from '../social/follow.ts'
import { acceptRequest, requestFriendship } from '../social/friendships.ts'
import { stock } from './assets.ts'
import { device, registerPerson } from './people.ts'
import { picture } from './place-world.ts'
import { type DatabaseKind, openTestPlatform, type TestPlatform } from './platforms.ts'
import { createPublishedPlace } from './published-place.ts'

const email = 'zeb@zebedee.example'

/** Opens a platform on which Zebedee has left traces everywhere, some of them with friend Ada. */
export async function openDeletionWorld(kind: DatabaseKind, environment: Record<string, string> = {}) {
  const platform = await openTestPlatform(kind, {}, environment)
  const founder = await registerPerson(platform, 'Founder')
  const ada = await registerPerson(platform, 'Ada')
  const zebedee = await registerPerson(platform, 'Zebedee_9')
  const { db } = platform
  const traces = { email, email_key: email, description: 'I am Zebedee_9' }
  await db.updateTable('users').set(traces).where('id', '=', zebedee.id).execute()
  await follow(platform, zebedee, { username: 'Ada' })
  await follow(platform, ada, { username: 'Zebedee_9' })
  await requestFriendship(platform, zebedee, { username: 'Ada' })
  await acceptRequest(platform, ada, { username: 'Zebedee_9' })
  await writePost(platform, zebedee, { content: 'Zebedee_9 was here' })
  const place = await addPlace(platform, zebedee, 'Zebedee_9’s game')
  const other = await addPlace(platform, ada, 'Ada’s game')
  await voteOnPlace.like(platform, zebedee, { id: other })
  const say = (by: Actor, content: string, replyId?: string) =>
    writeComment(
      platform,
      by,
      async () => ({
        thread: { about: 'place', id: other, version: 0 },
        name: 'Ada’s game',
        ownerId: ada.id,
        link: `/place/${other}/ada`,
      }),
      { content, replyId },
      device.address,
    )
  const { id: first } = await say(zebedee, 'Zebedee_9 says hello')
  const { id: reply } = await say(ada, 'Hello', first)
  const { id: answer } = await say(founder, 'Hello to you', reply)
  const [bought = 0, unsold = 0] = await stock(platform, zebedee, [{ name: 'Hat' }, { name: 'Cap' }])
  await db.insertInto('owned_assets').values({ user_id: ada.id, asset_id: bought, created: 0 }).execute()
  await addGroup(platform, 1, 'Shared', zebedee, [zebedee, ada])
  await addGroup(platform, 2, 'Lonely', zebedee, [zebedee])
  await report(platform, ada, { type: 'user', id: 'Zebedee_9', category: 'Spam', note: '', link: '' })
  const leave = () => deleteAccount(platform, zebedee, {}, device)
  // The first run takes items off sale.
  const run = createErasures(platform)
  const erase = async () => {
    await run()
    await run()
  }
  return { platform, founder, ada, zebedee, place, other, reply, answer, bought, unsold, leave, erase }
}

async function addPlace(platform: TestPlatform, owner: Actor, name: string): Promise<number> {
  const { id } = await createPublishedPlace(platform, owner, { name })
  await updatePlaceFile(platform, owner, id, [Buffer.from(`<roblox/> of ${owner.username}`)])
  await updateView(platform, owner, {
    id,
    name,
    description: `Made by ${owner.username}`,
    icon: await picture,
  })
  return id
}

async function addGroup({ db }: TestPlatform, id: number, name: string, owner: Actor, members: Actor[]) {
  const group = { id, name, name_key: name.toLowerCase(), owner_id: owner.id, created: 0, open: 1 }
  await db
    .insertInto('groups')
    .values({ ...group, member_count: 0, closed_reason: null })
    .execute()
  await db
    .insertInto('group_members')
    .values(members.map(({ id: user_id }, created) => ({ group_id: id, user_id, created })))
    .execute()
}

/** Returns the tables of a database that have a text in one of their rows, in any letter case. */
export async function tablesWith({ db }: TestPlatform, text: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    // An index without texts, and counts that expire within the day.
    if (name.includes('_name_parts') || name === 'limit_counts') continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    if (JSON.stringify(rows).toLowerCase().includes(text.toLowerCase())) found.push(name)
  }
  return found.toSorted()
}

/** Returns the names of all files in the data directory that contain a text. */
export async function filesWith({ config }: TestPlatform, text: string): Promise<string[]> {
  const names = await readdir(config.dataDirectory, { recursive: true })
  return names.filter((name) => name.includes(text))
}

export const waitingMs = 14 * day
