import type { TokenScope } from '@baseplate/platform/accounts/tokens/rules'

/**
 * `browser` refuses access tokens, because the route is about the account, its sessions or its browser, shows secrets or needs a
 * fresh proof.
 */
type Access = TokenScope | 'browser'

/** For each access, methods of a route and names of its form actions, separated by spaces. `POST` is its only action. */
type Accesses = Partial<Record<Access, string>>

const placeSettings: Accesses = {
  'places:write':
    'GET view removeicon withdraw addthumbnail removethumbnail movethumbnail network privacy ticket privatelink restore publish archive unarchive data',
  browser: 'delete',
}

const read: Accesses = { read: 'GET' }
const moderation: Accesses = { moderate: 'GET' }

/**
 * The access that each route and action takes: docs/reference/site-api.md#access-tokens. Tokens are refused on a route
 * that is missing here, and `e2e/system/tokens.test.ts` fails for it. Actions that give moderators further rights take the
 * scope of users; a token without `moderate` lacks these rights.
 */
const accesses: Readonly<Record<string, Accesses>> = {
  '/': read,
  '/admin/servers': { moderate: 'GET start' },
  '/admin/servers/servers.csv': moderation,
  '/admin/servers/[id]': { moderate: 'GET start close' },
  '/art/[shape]/[seed].svg': read,
  '/catalog': read,
  '/catalog/search': read,
  '/catalog/[id]': read,
  '/catalog/[id]/[name]': {
    read: 'GET',
    social: 'wear takeoff favourite unfavourite wish unwish comment',
    'assets:write': 'rerender',
    'money:spend': 'buy',
  },
  '/catalog/[id]/[name]/statistics': read,
  '/catalog/[id]/[name]/statistics/statistics.csv': read,
  '/catalog/[id]/[name]/settings': { 'assets:write': 'GET update data' },
  '/character': {
    read: 'GET',
    social: 'wear takeoff dress colours saveoutfit wearoutfit shareoutfit deleteoutfit',
  },
  '/character/hat/[id]': read,
  '/character/look': read,
  '/character/texture/[id]': read,
  '/confirm-email/[token]': { browser: 'GET POST' },
  '/develop': { 'assets:write': 'GET deletedraft' },
  '/develop/create': { 'assets:write': 'GET POST' },
  '/develop/create/hat': { 'assets:write': 'POST' },
  '/develop/create/model': { 'assets:write': 'POST' },
  '/develop/drafts/[key]': { 'assets:write': 'GET' },
  '/develop/pictures/[id].avif': read,
  '/develop/templates/[type]': { 'assets:write': 'GET' },
  '/develop/[id]/picture.png': { 'assets:write': 'GET' },
  '/develop/[id]/thumbnail.webp': { 'assets:write': 'GET' },
  '/docs/api': read,
  '/download': read,
  '/favourites': read,
  '/feeds/games.atom': read,
  '/feeds/items.atom': read,
  '/games': read,
  '/games/create': { 'places:write': 'GET POST' },
  '/games/live': read,
  '/groups/[name]/settings': { social: 'view' },
  '/inventory': read,
  '/language': { browser: 'POST' },
  '/login': { browser: 'GET password startover passkeybegin passkeyfinish' },
  '/login/[provider]': { browser: 'GET' },
  '/login/[provider]/callback': { browser: 'GET' },
  '/login/identity': { browser: 'GET register link drop' },
  '/logout': { browser: 'GET POST' },
  '/manifest.webmanifest': read,
  '/oembed': read,
  '/place/[id]': read,
  '/place/[id]/icon.avif': read,
  '/place/[id]/thumbnails/[index].avif': read,
  '/place/[id]/[name]': {
    read: 'GET',
    social: 'join leaveline comment start favourite unfavourite like unlike dislike undislike',
    'places:write': 'notes close',
  },
  '/place/[id]/[name]/activity': read,
  '/place/[id]/[name]/file': { 'places:write': 'PUT' },
  '/place/[id]/[name]/log': { 'places:write': 'GET' },
  '/place/[id]/[name]/log/download': { 'places:write': 'GET' },
  '/place/[id]/[name]/settings': placeSettings,
  '/place/[id]/[name]/settings/file': placeSettings,
  '/place/[id]/[name]/settings/pictures': placeSettings,
  '/place/[id]/[name]/settings/privacy': placeSettings,
  '/place/[id]/[name]/settings/servers': placeSettings,
  '/place/[id]/[name]/settings/versions/[version]': { 'places:write': 'GET' },
  '/place/[id]/[name]/statistics': read,
  '/place/[id]/[name]/statistics/statistics.csv': read,
  '/place/[id]/[name]/workshop': { 'places:write': 'GET rollback open' },
  '/recover': { browser: 'GET POST' },
  '/recover/[token]': { browser: 'GET POST' },
  '/register': { browser: 'GET register initialAccount' },
  '/robots.txt': read,
  '/secure/[token]': { browser: 'GET POST' },
  '/settings/exports': { browser: 'GET' },
  '/settings/exports/[id]': { browser: 'GET' },
  '/share/[id]': { read: 'GET', social: 'play' },
  '/share/[id]/picture.jpg': read,
  '/sitemap.xml': read,
  '/texts/[locale]/[version]': read,
  '/uploads': { 'places:write': 'POST OPTIONS' },
  '/uploads/[id]': { 'places:write': 'GET PATCH DELETE OPTIONS' },
  '/user/[username]': {
    social: 'wearoutfit rerender',
    'money:spend': 'wearlook',
  },
}

/** The table turned around, so that a request costs one look-up. */
const accessByRequest: ReadonlyMap<string, Access> = new Map(
  Object.entries(accesses).flatMap(([route, byAccess]) =>
    Object.entries(byAccess).flatMap(([access, names]) =>
      names.split(' ').map((name) => [`${name} ${route}`, access as Access] as const),
    ),
  ),
)

/**
 * Returns the access that a request needs; undefined if the table does not list the request.
 *
 * @param action name of the form action, if the request names one.
 */
export const accessOf = (route: string, method: string, action?: string): Access | undefined =>
  accessByRequest.get(`${action ?? (method === 'HEAD' ? 'GET' : method)} ${route}`)
