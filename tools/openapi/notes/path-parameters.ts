import type { Notes } from '../notes.ts'

/** Ids of games and items, which share one range. */
const id = { schema: { type: 'integer', minimum: 1 }, example: 123_456_789 }

const slug = 'is not compared: a wrong one redirects to the right one, and an action ignores it.'

/** Parameters in the path. */
export const pathParameters: Notes = {
  accent: { text: 'Colour as six hexadecimal digits, without `#`.', example: '2d6cdf' },
  badge: { text: 'Id of the badge.', ...id },
  file: { text: 'Id of the item.', ...id },
  hash: [
    { at: /^\/place\//, text: 'Name of the picture, as `icon` of the badge has it.' },
    { at: /^\/groups\//, text: 'Name of the icon, as `icon` of the group has it.' },
    { at: /^\/user\//, text: 'Name of the stylesheet, as the profile links to it.' },
  ],
  id: [
    { at: /^\/admin\/mint/, text: 'Id of the mint.' },
    { at: /^\/admin\/reports/, text: 'Id of the report.' },
    { at: /^\/admin\/servers/, text: 'Id of the game that the server runs.', ...id },
    { at: /^\/(admin|settings)\/webhooks/, text: 'Id of the webhook.' },
    { at: /^\/banners/, text: 'Id of the announcement.' },
    { at: /^\/(catalog|character|asset|develop\/\{id\})\//, text: 'Id of the item.', ...id },
    { at: /^\/develop\/pictures/, text: 'Id of the waiting picture.' },
    { at: /^\/(place|share|game)\//, text: 'Id of the game.', ...id },
    { at: /^\/notifications/, text: 'Id of the notification.', schema: { type: 'integer' }, example: 42 },
    { at: /^\/settings\/exports/, text: 'Id of the export.' },
    { at: /^\/settings\/screenshots/, text: 'Id of the screenshot.' },
    { at: /^\/uploads/, text: 'Id of the upload, as in its `Location`.' },
    { at: /^\/user\//, text: 'Id of the post.' },
  ],
  index: {
    text: 'Number of the picture, as `thumbnails` has it.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  key: [
    {
      at: /^\/api\/server\/data|\/data-api\//,
      text: 'Key of the entry. In the scope `player`, it is the number of a player.',
    },
    'Key of the draft.',
  ],
  list: { text: 'Which people are listed.', schema: { enum: ['followers', 'following', 'friends'] } },
  locale: { text: 'Tag of a language.', example: 'en' },
  name: [
    { at: /^\/groups\//, text: 'Name of the group.' },
    { at: /^\/(catalog|place)\//, text: `Slug of the name. It ${slug}`, example: 'my-game' },
  ],
  picture: 'Name of the picture, as pages link to it.',
  provider: '`Id` of the identity provider in the configuration.',
  renderid: 'Id of the render, as the request for it has it.',
  seed: {
    text: 'Text that the drawing is made from: 1 to 40 letters, digits, `_` or `-`.',
    example: '123456789',
  },
  shape: { text: 'Shape of the picture.', schema: { enum: ['wide', 'square'] } },
  token: 'Secret of the link in the mail.',
  type: { text: 'Number of the asset type.', schema: { type: 'integer' }, example: 2 },
  username: [
    {
      at: /^\/api\/avatar\//,
      text: 'Username, in any letter case. With `-body` at its end, the picture shows the whole body.',
      example: 'Ada',
    },
    { text: 'Username, in any letter case.', example: 'Ada' },
  ],
  number: {
    at: /worlds\/\{number\}$/,
    text: 'Number of the stored world.',
    schema: { type: 'integer', minimum: 1 },
    example: 3,
  },
  scope: 'Scope of the entries.',
  store: 'Store of the entries.',
  topic: { text: 'Topic of the message.', example: 'news' },
  version: [
    {
      at: /^\/place\//,
      text: 'Number of the version of the place file.',
      schema: { type: 'integer', minimum: 1 },
      example: 7,
    },
    {
      at: /^\/texts\//,
      text: 'Version of the texts, as pages have it. Another one is answered, but not cached.',
    },
  ],
}
