import { type Listing, rowsOf } from './listing.ts'

/** Lists rows about the account itself, without hashes, keys and other secrets. */
export const accountListings: readonly Listing[] = [
  rowsOf('account', 'users', {
    owner: 'id',
    key: ['id'],
    show: [
      'id',
      'username',
      'permission_level',
      'description',
      'description_updated',
      'removed_description',
      'theme',
      'language',
      'email',
      'renamed',
      'created',
      'privacy_online',
      'privacy_playing',
      'privacy_joinable',
      'privacy_requests',
      'privacy_follows',
      'privacy_comments',
      'privacy_inventory',
      'privacy_friends',
      'post_feed',
    ],
  }),
  rowsOf('storage', 'storage_used', { owner: 'user_id', key: ['user_id'], show: ['bytes'] }),
  rowsOf('linked_identities', 'linked_identities', {
    owner: 'user_id',
    key: ['issuer', 'subject'],
    show: ['issuer', 'subject', 'created', 'last_used'],
  }),
  rowsOf('authenticators', 'totp_secrets', {
    owner: 'user_id',
    key: ['user_id'],
    show: ['created', 'confirmed'],
  }),
  rowsOf('passkeys', 'passkeys', {
    owner: 'user_id',
    key: ['id'],
    show: ['name', 'transports', 'created', 'last_used'],
  }),
  rowsOf('access_tokens', 'access_tokens', {
    owner: 'user_id',
    key: ['id'],
    show: ['name', 'scopes', 'created', 'expires', 'last_used'],
  }),
  rowsOf('email_links', 'email_links', {
    owner: 'user_id',
    key: ['token_hash'],
    show: ['email', 'purpose', 'created', 'expires', 'ended'],
  }),
  rowsOf('recovery_links', 'recovery_links', {
    owner: 'user_id',
    key: ['token_hash'],
    show: ['email', 'created', 'expires', 'ended'],
  }),
  rowsOf('security_links', 'security_links', {
    owner: 'user_id',
    key: ['token_hash'],
    show: ['email', 'event', 'created', 'expires', 'ended'],
  }),
  rowsOf('registration_keys', 'registration_keys', {
    owner: 'maker_id',
    key: ['key'],
    show: ['uses', 'uses_left', 'created', 'expires', 'disabled'],
  }),
]

export const sessionListings: readonly Listing[] = [
  rowsOf('sessions', 'sessions', {
    owner: 'user_id',
    key: ['token_hash'],
    show: ['created', 'last_used', 'expires', 'user_agent', 'address'],
  }),
  rowsOf('devices', 'login_devices', {
    owner: 'user_id',
    key: ['address', 'device'],
    show: ['address', 'device', 'last_login'],
  }),
  rowsOf('addresses', 'login_addresses', {
    owner: 'user_id',
    key: ['address'],
    show: ['address', 'last_login'],
  }),
]

export const peopleListings: readonly Listing[] = [
  rowsOf('following', 'follows', {
    owner: 'follower_id',
    key: ['followed_id'],
    show: ['created'],
    people: { user: 'followed_id' },
  }),
  rowsOf('followers', 'follows', {
    owner: 'followed_id',
    key: ['follower_id'],
    show: ['created'],
    people: { user: 'follower_id' },
  }),
  rowsOf('friends_and_requests', 'friendships', {
    owner: ['low_id', 'high_id'],
    key: ['low_id', 'high_id'],
    show: ['created'],
    people: { one: 'low_id', other: 'high_id', requested_by: 'requested_by' },
  }),
  rowsOf('blocked', 'user_blocks', {
    owner: 'blocker_id',
    key: ['blocked_id'],
    show: ['created'],
    people: { user: 'blocked_id' },
  }),
  rowsOf('muted', 'user_mutes', {
    owner: 'muter_id',
    key: ['muted_id'],
    show: ['created'],
    people: { user: 'muted_id' },
  }),
  rowsOf('party', 'party_members', { owner: 'user_id', key: ['user_id'], show: ['joined'] }),
]

export const notificationListings: readonly Listing[] = [
  rowsOf('notifications', 'notifications', {
    owner: 'user_id',
    key: ['id'],
    show: ['id', 'type', 'event', 'details', 'link', 'read', 'created'],
    people: { sender: 'sender_id' },
  }),
  rowsOf('choices', 'notification_choices', {
    owner: 'user_id',
    key: ['kind'],
    show: ['kind', 'site', 'mail', 'push'],
  }),
  rowsOf('schedule', 'notification_schedules', {
    owner: 'user_id',
    key: ['user_id'],
    show: ['time_zone', 'quiet_from', 'quiet_to', 'last_mail'],
  }),
  rowsOf('webhooks', 'webhooks', {
    owner: 'user_id',
    key: ['id'],
    show: ['url', 'events', 'format', 'created', 'disabled', 'failing_since'],
  }),
  rowsOf('browsers', 'push_subscriptions', {
    owner: 'user_id',
    key: ['id'],
    show: ['device', 'created'],
  }),
]

export const moderationListings: readonly Listing[] = [
  rowsOf('actions', 'moderation_actions', {
    owner: 'user_id',
    key: ['number'],
    show: [
      'number',
      'type',
      'reason',
      'content_type',
      'content_title',
      'created',
      'expires',
      'ended',
      'ending',
    ],
  }),
  rowsOf('takedowns', 'takedowns', {
    owner: 'owner_id',
    key: ['content_type', 'content_id', 'number'],
    show: ['content_type', 'content_id', 'number', 'created', 'reason', 'rejected', 'ended'],
  }),
  rowsOf('appeals', 'appeals', {
    owner: 'author_id',
    key: ['subject_type', 'subject_id', 'number'],
    show: ['subject_type', 'subject_id', 'number', 'created', 'text', 'decided', 'decision', 'answer'],
  }),
  rowsOf('reports', 'reports', {
    owner: 'reporter_id',
    key: ['id'],
    show: ['created', 'type', 'category', 'note', 'link', 'address', 'closed', 'outcome'],
  }),
]
