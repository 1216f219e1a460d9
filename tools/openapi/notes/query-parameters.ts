import type { Note, Notes } from '../notes.ts'
import { messagesAfter } from './data-parameters.ts'

const integer = { type: 'integer', minimum: 1 }

const pixels = (side: string): Note => ({
  text: `${side} of the picture in pixels.`,
  schema: { ...integer, maximum: 4096 },
  example: 150,
})

const cursor = 'Cursor from `next` of the previous page. Left out: the first page.'

/** The note about a cursor of one of several lists. */
const oneList = 'Cursor of this list, from its `next`. The other lists are `null` then.'

const units = (bound: string): Note => ({
  text: `${bound} price of an item on sale, in units with up to six decimals. Empty or left out: none.`,
  example: '12.5',
})

/** Parameters of the query. */
export const queryParameters: Notes = {
  about: [
    { at: /^\/admin\/appeals/, text: 'What the appeals are about. `accounts` by default.' },
    {
      at: /^\/admin\/audit/,
      text: 'Username of the account that the entries are about. Empty: not filtered.',
    },
    { at: /^\/admin\/reports/, text: 'Username of the owner of the reported content. Empty: not filtered.' },
    { at: /^\/admin\/takedowns/, text: 'Kind of content. `all` by default.' },
  ],
  action: { text: 'Kind of action. Left out: not filtered.', example: 'moderate' },
  actor: 'Username of the author. Empty: not filtered.',
  answered: {
    text: 'Whether an endpoint answers the call: `yes` or `no`. Empty: not filtered.',
    example: 'no',
  },
  after: [
    { at: /^\/catalog/, text: 'Cursor of a filtered list, from `next` of the previous page.' },
    { at: /^\/character/, text: 'Cursor of the items, from `next` of the previous page.' },
    {
      at: /^\/notifications/,
      text: 'Id of the notification after which the stream continues, like `Last-Event-ID`.',
      example: '42',
    },
    messagesAfter,
    { at: /world$/, text: 'Number of the stored world that the server has.', schema: integer, example: 7 },
    {
      at: /^\/game\/players/,
      text: 'Version of the list that the server has, which it acknowledges. The response then waits up to 25 seconds for a change. Left out: does not wait.',
      example: 'a3f1c5d27b904e68',
    },
  ],
  again: [
    { at: /^\/admin\/mint/, text: 'Id of an earlier mint whose values are returned.' },
    {
      at: /^\/develop/,
      text: 'Id of an item of the user whose values are returned in `start`.',
      example: '123456789',
    },
  ],
  aid: { text: 'Id of the item.', schema: { type: 'integer' }, example: 123_456_789 },
  assets: 'Cursor of the items, from `nextAssets` of the previous page.',
  assignee: 'Who has claimed the reports. Left out: not filtered.',
  autopilot: { text: 'File name of the map in base64.', example: 'bWFwLnJieGw=' },
  before: [
    { at: /\/webhooks\//, text: 'Cursor of the deliveries, from `next` of the previous page.' },
    { at: /^\/economy/, text: 'Cursor of the transactions, from `next` of the previous page.' },
    {
      at: /^\/place\//,
      text: 'Number of the update that the list continues after, from `nextUpdates`.',
      example: '7',
    },
  ],
  blocked: oneList,
  by: 'Unit of the statistics. `day` by default, also for another value.',
  category: 'Category of the reports. Left out: not filtered.',
  cause: {
    text: 'Whether the server has ended (`stop`) or is running (`interval`).',
    schema: { enum: ['stop', 'interval'] },
  },
  change: 'Id or name of the entry to edit. Pages open its form.',
  changed: 'Whether the flag was changed at run time. Empty: not filtered.',
  code: { at: /^\/party/, text: 'Code of a party, whose invitation is returned.' },
  comments: 'Cursor of the comments, from `nextComments` of the previous page.',
  creator: { text: 'Username of the creator of the items. Empty: not filtered.', example: 'Ada' },
  cursor,
  deleted: 'Returns `keepDays`, as after the deletion of an account. Its value does not count.',
  draft: { at: /^\/develop/, text: 'Key of the draft to return.' },
  flag: 'Whole name of a flag. Empty: not filtered.',
  format: {
    text: 'Format of the description. Only `json`, the default, is supported; others are 501.',
    example: 'json',
  },
  free: 'Lists only items that cost nothing, whatever `min` and `max` are. `false` by default.',
  friends: oneList,
  genre: { text: 'Name of a genre. Empty: all.', example: 'Adventure' },
  ht: pixels('Height'),
  id: [
    {
      at: /^\/game\/verify/,
      text: 'Number of the player, as the join script sets it.',
      schema: { ...integer, maximum: 2_147_483_647 },
      example: 1_234_567,
    },
    {
      at: /^\/(api|asset)/,
      text: 'Id of the item.',
      schema: { type: 'integer' },
      example: 123_456_789,
    },
    {
      at: /^\/report/,
      text: 'Subject to report: a username, the name of a group, or an id, depending on `type`.',
    },
  ],
  in: { text: '`people` lists people alone, page by page.', example: 'people' },
  incoming: oneList,
  kind: [
    { at: /^\/admin\/renders/, text: 'What is rendered. Empty: anything.' },
    { at: /^\/admin\/servers/, text: 'How the servers are hosted. Left out: not filtered.' },
  ],
  level: 'Permission level of the accounts; `staff`: 3 and above. Empty: not filtered.',
  maker: 'Username of the maker of the keys. Empty: not filtered.',
  max: units('Highest'),
  maxheight: {
    text: 'Largest height of the picture in pixels. A taller picture is left out.',
    example: '630',
  },
  maxwidth: { text: 'Largest width of the picture in pixels. A wider picture is left out.', example: '1200' },
  min: units('Lowest'),
  moderator: 'Username of the moderator. Empty: not filtered.',
  muted: oneList,
  name: { at: /^\/game\/verify/, text: 'Name of the player, as the join script sets it.', example: 'ada' },
  notes: 'What the version changes, for players: up to 2,000 characters.',
  number: [
    {
      at: /^\/game\/left/,
      text: 'Number of the player who has left. Only with the ticket of a game server.',
      schema: { ...integer, maximum: 2_147_483_647 },
      example: 1_234_567,
    },
    { at: /world$/, text: 'Number that was reserved for the world.', schema: integer, example: 8 },
  ],
  outgoing: oneList,
  owned: 'Lists only items that the viewer owns. `false` by default.',
  owner: 'Username of the owner of the content. Empty: not filtered.',
  p: { text: 'Number of the page, from 1. It takes precedence over `page`.', schema: integer, example: 2 },
  page: { text: 'Number of the page, from 1. 1 by default.', schema: integer, example: 2 },
  part: {
    text: 'First two digits of the ids in this part of the sitemap. Left out: the whole, or an index of the parts.',
    example: '12',
  },
  places: { text: 'Ids of up to 200 public games, separated by commas.', example: '123456789,234567890' },
  port: {
    text: 'UDP port that the server listens on. Anything but a port counts as left out.',
    example: '53640',
  },
  posts: 'Cursor of the posts, from `postsNext` of the previous page.',
  privateServer: [
    { at: /^\/report/, text: 'Private ticket of the reported game, if it is private.' },
    { at: /^\/game\/join/, text: 'Private ticket of the game. Empty or left out: not checked.' },
    'Private ticket of the game. Needed only for private games of other users.',
  ],
  problem: 'Code of the failure of a sign-in with an identity provider, which the page shows.',
  proof: 'Proves the identity of a user who is signed in, instead of signing in. Its value does not count.',
  proved: 'Set by the site after a proof of identity. Its value does not count.',
  provider: '`Id` of the identity provider that failed, for `problem`.',
  q: {
    text: 'Text to search for: up to 100 characters.',
    example: 'obby',
  },
  range: 'Time that the charts show. `day` by default, also for another value.',
  route: {
    text: 'Route of the site whose texts are returned. Empty: the texts of every page.',
    example: '/games',
  },
  setup: 'Secret of the set-up link.',
  session: {
    at: /^\/game\/verify/,
    text: 'Key of the player, from `session=` in the address of their character.',
    example: '1njchs3m9q2m7w1abk3x9q2m7w1abk3x',
  },
  show: [
    {
      at: /^\/character/,
      text: 'Section of the page: `wardrobe`, `outfits` or `colours`. It does not change the other data.',
    },
    { at: /^\/develop/, text: '`hidden` leaves out items that the catalog lists.' },
    { at: /^\/favourites/, text: '`wishlist` returns the wish list instead of the favourite items.' },
  ],
  size: 'Side length in pixels, or width and height of a place’s picture, such as `100x100`. The picture has the nearest size of a list.',
  sort: 'Order of the list.',
  standing: 'Standing of the accounts. Empty: not filtered.',
  state: [
    { at: /^\/login/, text: 'The `state` of OpenID Connect, which the provider returns.' },
    'State of the entries.',
  ],
  styling: '`off` leaves out the profile’s CSS, `on` applies it, and `draft` previews the owner’s own draft.',
  subject: {
    text: 'What the entries are about, as the log stores it, or the address of its page. Empty: not filtered. 0 to 500 characters.',
    example: 'place:123456789',
  },
  tab: {
    text: 'Tab of the page: `about` (the default), `updates`, `comments` or `servers`. It decides which lists are complete.',
    example: 'updates',
  },
  tag: { text: 'A tag of games. Empty: not filtered.', example: 'obby' },
  ticket: [
    {
      at: /^\/game\/join/,
      text: 'Join ticket, which `?/join` of a game returns. It works once. Left out: a local test without a place.',
    },
    {
      at: /^\/game\/clientpresence/,
      text: 'Join ticket of the player, which was spent for the join script.',
    },
    { at: /^\/game\/host/, text: 'Server ticket of the game.' },
    { at: /world$/, text: 'Run ticket of a server that the platform started.' },
    {
      at: /^\/game\/left/,
      text: 'Join ticket of the player, or the ticket of the game server that has verified the player.',
    },
    'Server ticket of the game, or the run ticket of a server that the platform started.',
  ],
  type: [
    { at: /^\/admin\/moderation/, text: 'Kind of action in force. Empty: not filtered.' },
    { at: /report/, text: 'Kind of the subject.' },
    { text: 'Number of the asset type, such as 8 for hats. Empty or left out: all.', example: '8' },
  ],
  update: { text: 'Number of the version whose update is returned with its comments.', example: '7' },
  url: {
    text: 'Address of a public game on this site: `/place/{id}` or `/share/{id}`.',
    example: 'https://play.example.org/place/123456789',
    schema: { format: 'uri' },
  },
  user: [
    { at: /^\/admin\/transactions/, text: 'A username, or an account of the ledger. Empty: all accounts.' },
    {
      at: /^\/notifications/,
      text: 'Id of the user for whom the stream is. It is refused with 403 when another user is signed in.',
    },
  ],
  username: { text: 'Username that the form of the page starts with.', example: 'Ada' },
  v: 'Name of the picture. With the right one, caches keep the response permanently.',
  wait: 'Waits until the picture is rendered. Its value does not count.',
  wd: pixels('Width'),
}
