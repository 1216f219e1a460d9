import type { TokenScope } from '@baseplate/platform/accounts/tokens/rules'

/**
 * `browser` refuses access tokens, because the route is about the account, its sessions or its browser, shows secrets or needs a
 * fresh proof.
 */
type Access = TokenScope | 'browser'

/** For each access, methods of a route and names of its form actions, separated by spaces. `POST` is its only action. */
type Accesses = Partial<Record<Access, string>>

const postActions = 'deletepost restorepost'

const placeSettings: Accesses = {
  'places:write':
    'GET view removeicon withdraw addthumbnail removethumbnail movethumbnail network privacy ticket privatelink restore publish archive unarchive appeal data',
  browser: 'delete',
  moderate: 'moderate',
}

const settings: Accesses = {
  browser:
    'GET profile sessions password setpassword email emaillink cancelemail rename export delete keep endsession deletescreenshot',
}

const read: Accesses = { read: 'GET' }
const moderation: Accesses = { moderate: 'GET' }
const administration: Accesses = { administer: 'GET' }

/**
 * The access that each route and action takes: docs/reference/site-api.md#access-tokens. Tokens are refused on a route
 * that is missing here, and `e2e/system/tokens.test.ts` fails for it. Actions that give moderators further rights take the
 * scope of users; a token without `moderate` lacks these rights.
 */
const accesses: Readonly<Record<string, Accesses>> = {
  '/': read,
  '/admin': moderation,
  '/admin/accounts': moderation,
  '/admin/accounts/accounts.csv': moderation,
  '/admin/accounts/[username]': {
    moderate: 'GET moderate unmoderate',
    browser: 'level endsessions resetfactors resetlink',
  },
  '/admin/appeals': { moderate: 'GET decide decideitem decidegame' },
  '/admin/assets': { moderate: 'GET claim keep release approve refuse approvepicture refusepicture' },
  '/admin/audit': administration,
  '/admin/audit/audit.csv': administration,
  '/admin/banners': { administer: 'GET create change show delete' },
  '/admin/banners/banners.csv': administration,
  '/admin/economy': administration,
  '/admin/filter': { administer: 'GET save add test' },
  '/admin/flags': { administer: 'GET set remove' },
  '/admin/flags/changes': { administer: 'GET undo' },
  '/admin/flags/changes/changes.csv': administration,
  '/admin/flags/flags.csv': administration,
  '/admin/mint': { administer: 'GET', browser: 'POST' },
  '/admin/mint/[id]': { administer: 'GET', browser: 'confirm' },
  '/admin/moderation': { moderate: 'GET moderate unmoderate' },
  '/admin/moderation/moderation.csv': moderation,
  '/admin/regkeys': { administer: 'GET create disable' },
  '/admin/regkeys/keys.csv': administration,
  '/admin/renders': { moderate: 'GET retry retryall' },
  '/admin/renders/renders.csv': moderation,
  '/admin/reports': moderation,
  '/admin/reports/reports.csv': moderation,
  '/admin/reports/[id]': { moderate: 'GET claim release sanction close' },
  '/admin/servers': { moderate: 'GET start' },
  '/admin/servers/servers.csv': moderation,
  '/admin/servers/[id]': { moderate: 'GET start close' },
  '/admin/site': { administer: 'GET change logo icon removepicture restore' },
  '/admin/takedowns': { moderate: 'GET undo' },
  '/admin/transactions': administration,
  '/admin/transactions/transactions.csv': administration,
  '/art/[shape]/[seed].svg': read,
  '/banners/[id]/hide': { browser: 'POST' },
  '/catalog': read,
  '/catalog/search': read,
  '/catalog/[id]': read,
  '/catalog/[id]/[name]': {
    read: 'GET',
    social: 'wear takeoff favourite unfavourite wish unwish comment deletecomment',
    'assets:write': 'rerender',
    'money:spend': 'buy',
  },
  '/catalog/[id]/[name]/statistics': read,
  '/catalog/[id]/[name]/statistics/statistics.csv': read,
  '/catalog/[id]/[name]/settings': { 'assets:write': 'GET update data appeal', moderate: 'moderate' },
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
  '/economy': { read: 'GET', 'money:spend': 'stipend' },
  '/economy/export': read,
  '/favourites': read,
  '/feeds/games.atom': read,
  '/feeds/items.atom': read,
  '/games': read,
  '/games/create': { 'places:write': 'GET POST' },
  '/games/live': read,
  '/groups/[name]': { social: 'deletecomment', moderate: 'close reopen' },
  '/groups/[name]/settings': { social: 'view' },
  '/home': { social: postActions },
  '/identity/[accent].css': read,
  '/identity/[picture].png': read,
  '/inventory': read,
  '/language': { browser: 'POST' },
  '/login': { browser: 'GET password startover passkeybegin passkeyfinish' },
  '/login/[provider]': { browser: 'GET' },
  '/login/[provider]/callback': { browser: 'GET' },
  '/login/identity': { browser: 'GET register link drop' },
  '/logout': { browser: 'GET POST' },
  '/manifest.webmanifest': read,
  '/moderation': { browser: 'GET acknowledge appeal' },
  '/oembed': read,
  '/place/[id]': read,
  '/place/[id]/icon.avif': read,
  '/place/[id]/thumbnails/[index].avif': read,
  '/place/[id]/[name]': {
    read: 'GET',
    social: 'join leaveline comment deletecomment start favourite unfavourite like unlike dislike undislike',
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
  '/report': { read: 'GET', social: 'report' },
  '/robots.txt': read,
  '/secure/[token]': { browser: 'GET POST' },
  '/settings': settings,
  '/settings/account': settings,
  '/settings/exports': { browser: 'GET' },
  '/settings/exports/[id]': { browser: 'GET' },
  '/settings/privacy': { browser: 'GET update' },
  '/settings/screenshots/[id]': read,
  '/settings/screenshots/[id]/preview': read,
  '/settings/security': {
    browser:
      'GET password setpassword totp totpconfirm totpremove recoverycodes passkeybegin passkeyfinish unlink passkeyrename passkeyremove',
  },
  '/settings/sessions': settings,
  '/settings/storage': settings,
  '/settings/styling': settings,
  '/settings/tokens': { browser: 'GET create revoke' },
  '/share/[id]': { read: 'GET', social: 'play' },
  '/share/[id]/picture.jpg': read,
  '/sitemap.xml': read,
  '/texts/[locale]/[version]': read,
  '/uploads': { 'places:write': 'POST OPTIONS' },
  '/uploads/[id]': { 'places:write': 'GET PATCH DELETE OPTIONS' },
  '/user/[username]': {
    social: `${postActions} wearoutfit rerender`,
    'money:spend': 'wearlook',
    moderate: 'moderate unmoderate removetext restoretext',
  },
  '/user/[username]/post/[id]': { social: postActions },
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
