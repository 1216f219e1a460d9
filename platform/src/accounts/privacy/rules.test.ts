import { expect, test } from 'vitest'
import { type Audience, audiences, may, type Owner, type Privacy, privacySettings } from './rules.ts'

const everybody: Privacy = {
  online: 'Everybody',
  playing: 'Everybody',
  joinable: 'Everybody',
  requests: 'Everybody',
  follows: 'Everybody',
  comments: 'Everybody',
  inventory: 'Everybody',
  friends: 'Everybody',
}

const owner = (change: Partial<Owner> = {}): Owner => ({
  id: 'owner',
  privacy: everybody,
  isFriend: false,
  isBlocked: false,
  ...change,
})

const viewer = { id: 'viewer' }

const allowed = (of: Owner, by = viewer) => privacySettings.filter((setting) => may(by, of, setting))

test('allows each audience what its setting says', () => {
  const seen = (audience: Audience, isFriend: boolean) =>
    may(viewer, owner({ isFriend, privacy: { ...everybody, inventory: audience } }), 'inventory')
  expect(audiences.map((audience) => [seen(audience, false), seen(audience, true)])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
})

test('hides what a user plays from viewers who must not know that the user is online', () => {
  const hidden = (setting: keyof Privacy) =>
    allowed(owner({ isFriend: true, privacy: { ...everybody, [setting]: 'Nobody' } }))
  const others = ['requests', 'follows', 'comments', 'inventory', 'friends']
  expect(hidden('online')).toEqual(others)
  expect(hidden('playing')).toEqual(['online', ...others])
  expect(hidden('joinable')).toEqual(['online', 'playing', ...others])
})

test('takes friend requests from friends of friends where it takes them from friends', () => {
  const privacy = { ...everybody, requests: 'Friends' } as const
  expect(may(viewer, owner({ privacy }), 'requests')).toBe(false)
  expect(may(viewer, owner({ privacy, sharesFriend: true }), 'requests')).toBe(true)
})

test('a block forbids everything, and the owner may always do everything', () => {
  expect(allowed(owner({ isBlocked: true }))).toEqual([])
  const hidden = Object.fromEntries(privacySettings.map((setting) => [setting, 'Nobody'])) as Record<
    keyof Privacy,
    Audience
  >
  expect(allowed(owner({ privacy: hidden }), { id: 'owner' })).toEqual([...privacySettings])
})
