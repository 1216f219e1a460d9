/** Settings by which users decide who sees their data, and who may contact them. */
export const privacySettings = [
  'online',
  'playing',
  'joinable',
  'requests',
  'follows',
  'comments',
  'inventory',
  'friends',
] as const
export type PrivacySetting = (typeof privacySettings)[number]

/** Users to whom a setting applies. For friend requests, `Friends` are the friends of one's friends. */
export const audiences = ['Everybody', 'Friends', 'Nobody'] as const
export type Audience = (typeof audiences)[number]

export type Privacy = Readonly<Record<PrivacySetting, Audience>>

/** A user whose data a viewer sees, or whom a viewer contacts. */
export interface Owner {
  id: string
  privacy: Privacy
  /** The owner and the viewer are friends. */
  isFriend: boolean
  /** One of the two has blocked the other. */
  isBlocked: boolean
  /** The two have a friend in common. Needed for friend requests only. */
  sharesFriend?: boolean
}

/** Settings that must all include the viewer, because each of them reveals the ones before it. */
const revealed: Readonly<Record<PrivacySetting, readonly PrivacySetting[]>> = {
  online: ['online'],
  playing: ['online', 'playing'],
  joinable: ['online', 'playing', 'joinable'],
  requests: ['requests'],
  follows: ['follows'],
  comments: ['comments'],
  inventory: ['inventory'],
  friends: ['friends'],
}

/** Whether a setting of the owner lets a viewer see something or contact the owner. The one rule of privacy. */
export function may(viewer: { id: string }, owner: Owner, setting: PrivacySetting): boolean {
  if (viewer.id === owner.id) return true
  if (owner.isBlocked) return false
  return revealed[setting].every((each) => isAmong(owner, each))
}

function isAmong(owner: Owner, setting: PrivacySetting): boolean {
  const audience = owner.privacy[setting]
  if (audience !== 'Friends') return audience === 'Everybody'
  return setting === 'requests' ? owner.sharesFriend === true : owner.isFriend
}
