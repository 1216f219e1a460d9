/**
 * The domains of platform, from the bottom up, each with the domains that it may import and whose tables it may read
 * (docs/architecture.md).
 */
export const domains: Readonly<Record<string, readonly string[]>> = {
  foundation: [],
  accounts: ['foundation'],
  notifications: ['foundation', 'accounts'],
  comments: ['foundation', 'accounts', 'notifications'],
  social: ['foundation', 'accounts', 'notifications'],
  money: ['foundation', 'accounts', 'notifications'],
  rendering: ['foundation', 'accounts'],
  places: ['foundation', 'accounts', 'notifications', 'comments', 'social'],
  people: ['foundation', 'accounts', 'notifications', 'comments', 'social', 'money', 'places'],
  parties: ['foundation', 'accounts', 'notifications', 'social', 'places', 'people'],
  blocking: ['foundation', 'accounts', 'notifications', 'social', 'parties'],
  assets: ['foundation', 'accounts', 'notifications', 'comments', 'money', 'rendering'],
  avatars: ['foundation', 'accounts', 'social', 'assets', 'rendering'],
  search: ['foundation', 'accounts', 'social', 'people', 'places', 'assets'],
  moderation: [
    'foundation',
    'accounts',
    'notifications',
    'comments',
    'rendering',
    'places',
    'people',
    'assets',
    'avatars',
    'search',
  ],
  operations: [
    'foundation',
    'accounts',
    'notifications',
    'money',
    'rendering',
    'places',
    'people',
    'assets',
    'moderation',
  ],
}
