import sharp from 'sharp'
import { type Actor, permissionLevel } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { viewNotifications } from '../notifications/list.ts'
import { addThumbnail } from '../places/pictures/thumbnails.ts'
import { viewPlaceSettings } from '../places/settings.ts'
import { updateView } from '../places/update-view.ts'
import { viewPlace } from '../places/view.ts'
import { registerPerson } from './people.ts'
import { type DatabaseKind, openTestPlatform } from './platforms.ts'
import { createPublishedPlace } from './published-place.ts'

export const groupName = 'The Builders'
export const groupId = 123_456

/** Returns a PNG file of one colour. */
export const colouredPicture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

/** Starts a platform whose pictures wait for review, with a game, its maker, a reviewer and a moderator. */
export async function startPictures(kind: DatabaseKind, config = {}) {
  const platform = await openTestPlatform(kind, { Moderation: { ReviewPictures: true }, ...config })
  await registerPerson(platform, 'Administrator')
  const staff = async (name: string, level: number): Promise<Actor> => {
    const person = await registerPerson(platform, name)
    const promoted = platform.db.updateTable('users').set({ permission_level: level })
    await promoted.where('id', '=', person.id).execute()
    return { ...person, permissionLevel: level }
  }
  const [reviewer, moderator] = [
    await staff('Reviewer', permissionLevel.catalogManager),
    await staff('Moderator', permissionLevel.moderator),
  ]
  const [maker, stranger] = [
    await registerPerson(platform, 'Maker'),
    await registerPerson(platform, 'Stranger'),
  ]
  const { id } = await createPublishedPlace(platform, maker, { name: 'Castle' })
  const uploadIcon = async (colour: string, by = maker) =>
    updateView(platform, by, { id, name: 'Castle', description: '', icon: await colouredPicture(colour) })
  const add = async (colour: string) =>
    addThumbnail(platform, maker, { id, picture: await colouredPicture(colour) })
  const waiting = async () => (await viewPlaceSettings(platform, maker, { id })).waiting.map((one) => one.id)
  const first = async () => (await waiting())[0] ?? ''
  const seen = () => viewPlace(platform, stranger, { id })
  const told = async () => (await viewNotifications(platform, maker)).notifications[0]
  return { platform, reviewer, moderator, maker, stranger, id, uploadIcon, add, waiting, first, seen, told }
}

/** Creates a group of the owner without a payment. */
export const addGroup = (platform: { db: Db }, owner: Actor) =>
  platform.db
    .insertInto('groups')
    .values({
      id: groupId,
      name: groupName,
      name_key: 'the builders',
      owner_id: owner.id,
      created: 0,
      member_count: 0,
      open: 1,
    })
    .execute()
