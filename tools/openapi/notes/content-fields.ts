import type { Notes } from '../notes.ts'

const paletteNumber = (part: string) => ({
  text: `Colour of the ${part}: a number of the palette.`,
  example: '194',
})

/** Fields of games, items, groups, avatars, posts, comments, parties and reports. */
export const contentFields: Notes = {
  ask: 'Sent by pages without scripts, which ask for confirmation first. Programs leave it out.',
  asset: [
    { at: /\/create\/(hat|model)$/, text: 'The XML document of the hat or model, at most 20 MB.' },
    'The file of the item, at most 20 MB: a picture or an XML document, depending on its type.',
  ],
  category: 'What is wrong with the subject. It decides how urgent the report is.',
  code: { at: /^\/party/, text: 'Code of the party, which its link contains.' },
  commentId: 'Id of the comment.',
  content: 'The text: 1 to 1,000 characters.',
  description: 'Description of at most 1,000 characters. Empty by default.',
  file: {
    at: /^\/place\//,
    text: 'The place file, at most 100 MB.',
  },
  forSale: 'Whether the item is for sale.',
  genre: {
    text: 'A genre that the site offers, or empty for none. Left out: unchanged.',
    example: 'Adventure',
  },
  head: paletteNumber('head'),
  icon: [
    { at: /\/badges\?\/create$/, text: 'The picture: an image of less than 1 MB.' },
    'The icon: an image of less than 1 MB. Left out: unchanged.',
  ],
  id: [
    { at: /^\/character\?\/.*outfit$/, text: 'Id of the outfit.' },
    { at: /\?\/wearoutfit$/, text: 'Id of an outfit that the user shares.' },
    { at: /^\/character/, text: 'Id of the item.', example: '123456789' },
    { at: /^\/(home|user\/)/, text: 'Id of the post.' },
    {
      at: /^\/notifications/,
      text: 'Id of the notification, or up to 100 ids. A list, separated by commas.',
      example: '41,42',
    },
    { at: /^\/party/, text: 'Id of the game to play together.', example: '123456789' },
    {
      at: /^\/report/,
      text: 'What is reported: the username of a `user`, the name of a `group`, and otherwise an id.',
    },
    { at: /^\/settings.*screenshot$/, text: 'Id of the screenshot.' },
    { at: /^\/settings.*endsession$/, text: 'Id of the session.' },
    { at: /^\/settings\/notifications/, text: 'Id of the browser.' },
    { at: /^\/settings\/security/, text: 'Id of the passkey.' },
    { at: /^\/settings\/tokens/, text: 'Id of the access token.' },
  ],
  items: {
    text: 'Ids of the items that the avatar wears from then on. Empty: none. A list, separated by commas.',
    example: '123456789,234567890',
  },
  enabled: 'Whether the game gets the numbers of accounts and may use the services of the platform.',
  key: {
    at: /^\/develop/,
    text: 'A text that names the form or its draft: 1 to 40 characters a-z and 0-9. Sending a form with the same key again creates nothing more.',
    example: 'a1b2c3d4e5',
  },
  leftArm: paletteNumber('left arm'),
  leftLeg: paletteNumber('left leg'),
  link: { at: /^\/report/, text: 'An address that shows more, up to 500 characters. Optional.' },
  memberGames: 'Whether members may add their games to the group. Left out: unchanged.',
  name: [
    { at: /\?\/delete$/, text: 'Name of the game, which confirms its deletion.' },
    {
      at: /^\/character/,
      text: 'Name of the outfit: 1 to 40 characters. An outfit of the same name is replaced.',
    },
    { at: /^\/groups\//, text: 'Name of the group: 3 to 40 characters, unique.' },
    { at: /\/badges/, text: 'Name of the badge: 1 to 50 characters, unique in the game.' },
    { at: /^\/(games|place)\//, text: 'Name of the game.' },
    { at: /^\/(catalog|develop)\//, text: 'Name of the item.' },
    { at: /passkeyfinish$/, text: 'Name of the passkey. Empty: that of the device.' },
    { at: /passkeyrename$/, text: 'New name of the passkey.' },
    {
      at: /^\/settings\/tokens/,
      text: 'Name of the access token, for its owner.',
      example: 'Publish from CI',
    },
  ],
  note: { at: /^\/report/, text: 'What else moderators should know: up to 1,000 characters. Optional.' },
  notes: 'What the version changes, for players: up to 2,000 characters. Empty: none.',
  picture: [
    { at: /\?\/withdraw$/, text: 'Id of the waiting picture to take back.' },
    { at: /\?\/addthumbnail$/, text: 'The picture: an image of at most 8 MB.' },
  ],
  place: { text: 'Id of the game.', example: '123456789' },
  price: [
    {
      at: /\?\/buy$/,
      text: 'Highest price to pay, in units with up to six decimals. Left out: no limit.',
      example: '12.5',
    },
    {
      at: /\?\/wearlook$/,
      text: 'Highest sum to pay for the missing items, in units with up to six decimals. Left out: no limit.',
      example: '12.5',
    },
    {
      at: /^\/develop/,
      text: 'Price in units from 0 to 999 with up to six decimals. Empty or left out: not for sale.',
      example: '12.5',
    },
    { text: 'Price in units from 0 to 999 with up to six decimals.', example: '12.5' },
  ],
  privateServer: { at: /^\/report/, text: 'Private ticket of the reported game, if it is private.' },
  privateTicket: 'Private ticket of the game. Needed only for private games of other users.',
  replyId: 'Id of the comment that this one replies to. Empty or left out: none.',
  rightArm: paletteNumber('right arm'),
  rightLeg: paletteNumber('right leg'),
  save: '`draft` keeps the form as a draft, and creates nothing.',
  shared: 'Whether other users see the outfit on the profile.',
  tags: {
    text: 'At most 5 tags of 2 to 20 characters each. Left out: unchanged. A list, separated by commas.',
    example: 'obby,two players',
  },
  thumbnail: { text: 'Number of the picture.', example: '1' },
  to: 'Direction in the order of pictures.',
  torso: paletteNumber('torso'),
  type: [
    {
      at: /^\/develop/,
      text: 'Number of the asset type, such as 2 for a T-shirt or 8 for a hat.',
      example: '2',
    },
    { at: /^\/report/, text: 'Kind of the subject.' },
  ],
  username: 'Username of the other user.',
  version: [
    {
      at: /\?\/comment$/,
      text: 'Number of the update that the comment is about. Empty or left out: the game itself.',
    },
    { text: 'Number of a version of the place file.', example: '7' },
  ],
  wait: '`true` waits in line when the game is full. Otherwise a full game is refused with 409.',
}
