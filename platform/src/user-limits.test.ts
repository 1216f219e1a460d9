import { expect, test } from 'vitest'
import type { Actor } from './accounts/rules.ts'
import { commentOnAsset } from './assets/comments/comment.ts'
import { storeAsset } from './assets/files/store-asset.ts'
import { assetType } from './assets/types.ts'
import { reencode } from './foundation/images.ts'
import { joinGroup } from './people/groups/membership.ts'
import { favouritePlace } from './places/favourites/favourite.ts'
import { addThumbnail } from './places/pictures/thumbnails.ts'
import { updateView } from './places/update-view.ts'
import { restoreVersion } from './places/versions/restore.ts'
import { updatePlaceFile } from './places/versions/update-file.ts'
import { voteOnPlace } from './places/votes/vote.ts'
import { follow } from './social/follow.ts'
import { requestFriendship } from './social/friendships.ts'
import { successesAtOnce } from './testing/at-once.ts'
import { picture } from './testing/creations.ts'
import { registerPerson } from './testing/people.ts'
import { openTestPlatform, type TestPlatform } from './testing/platforms.ts'
import { createPublishedPlace } from './testing/published-place.ts'

const Limits = {
  FollowsPerHour: 2,
  FriendRequestsPerHour: 2,
  VotesPerHour: 2,
  FavouritesPerHour: 2,
  GroupJoinsPerHour: 2,
  PlaceFilesPerHour: 2,
  PlacePicturesPerHour: 2,
}

type Act = (platform: TestPlatform, actor: Actor, placeId: number, attempt: number) => Promise<unknown>

const limited: [what: string, act: Act][] = [
  ['follows', (platform, actor, _, attempt) => follow(platform, actor, { username: `Person${attempt}` })],
  [
    'friend requests',
    (platform, actor, _, attempt) => requestFriendship(platform, actor, { username: `Person${attempt}` }),
  ],
  ['votes', (platform, actor, placeId) => voteOnPlace.like(platform, actor, { id: placeId })],
  ['favourites', (platform, actor, placeId) => favouritePlace(platform, actor, { id: placeId })],
  ['group joins', (platform, actor) => joinGroup(platform, actor, { name: 'Builders' })],
  [
    'place files, restored ones too',
    (platform, actor, placeId, attempt) =>
      attempt === 1
        ? restoreVersion(platform, actor, { id: placeId, version: '1' })
        : updatePlaceFile(platform, actor, placeId, [Buffer.from(`${attempt}`)]),
  ],
  [
    'place pictures, icons too',
    async (platform, actor, placeId, attempt) =>
      attempt === 1
        ? updateView(platform, actor, {
            id: placeId,
            name: 'Place',
            description: '',
            icon: await picture(8, 8),
          })
        : addThumbnail(platform, actor, { id: placeId, picture: await picture(8, 8) }),
  ],
]

test.each(limited)('limits %s per user and hour, with the time until a retry', async (_, act) => {
  const platform = await openTestPlatform('SQLite', { Limits })
  const actor = await registerPerson(platform, 'Actor')
  for (const index of [0, 1, 2]) await registerPerson(platform, `Person${index}`)
  const { id } = await createPublishedPlace(platform, actor, { name: 'Place', description: '' })
  const group = {
    id: 1,
    name: 'Builders',
    name_key: 'builders',
    owner_id: actor.id,
    created: 0,
    member_count: 0,
    open: 1,
  }
  await platform.db
    .insertInto('groups')
    .values({ ...group, closed_reason: null })
    .execute()
  await act(platform, actor, id, 0)
  await act(platform, actor, id, 1)
  const refused = { reason: 'limited', retryAfter: expect.any(Number) }
  await expect(act(platform, actor, id, 2)).rejects.toMatchObject(refused)
})

test('counts comments from one IPv6 household together', async () => {
  const platform = await openTestPlatform('SQLite')
  const actor = await registerPerson(platform, 'Actor')
  const described = { type: assetType.hat, name: 'Hat', description: '' }
  const { id } = await storeAsset(platform, actor, described, [Buffer.from('x')])
  const comment = (address: string) => commentOnAsset(platform, actor, id, { content: 'Hello' }, address)
  for (let host = 1; host <= 5; host++) await comment(`2001:db8:1:2::${host}`)
  await expect(comment('2001:db8:1:2:ffff::6')).rejects.toMatchObject({ reason: 'limited' })
  await comment('2001:db8:1:3::1')
})

test('refuses uploaded images while too many wait, and accepts them afterwards', async () => {
  const bytes = await picture(8, 8)
  const upload = () => reencode(bytes, { maxPixels: 100, previewWidth: 8 })
  const taken = await successesAtOnce(
    upload,
    (error) =>
      'reason' in error && error.reason === 'busy' && 'retryAfter' in error && error.retryAfter === 10,
  )
  expect(taken).toBe(32)
  await upload()
})
