import type { Notes } from '../notes.ts'

const time =
  'Unix milliseconds, or ISO 8601 in UTC as date and time fields of browsers send it, with or without `Z`.'

/** Fields of moderation and administration. */
export const adminFields: Notes = {
  accent: {
    text: 'Accent colour of the site as `#rrggbb`. Empty: the colour of the themes.',
    example: '#2d6cdf',
  },
  amount: {
    text: 'Amount in units, greater than 0, with up to six decimals after a point or a comma.',
    example: '12.5',
  },
  answer: 'Answer to the appeal, for its author: 1 to 1,000 characters.',
  contact: {
    text: 'Link to the operator: an http(s) address, a path of this site, or an email address. Empty: as configured.',
    example: 'help@example.org',
  },
  days: {
    text: 'Length of a ban in days, from 1 to 3650. Required for `Ban`, ignored otherwise.',
    example: '7',
  },
  decision: 'Outcome of the appeal.',
  ends: {
    text: `End of the announcement, after \`starts\`. Empty: none. ${time}`,
    example: '2027-01-31T18:00Z',
  },
  expires: {
    at: /^\/admin\/regkeys/,
    text: `End of the key, in the future. Empty: none. ${time}`,
    example: '2027-01-31',
  },
  file: [
    {
      at: /^\/(admin\/assets|catalog\/)/,
      text: 'SHA-256 of the file that was looked at, in hex. The request is refused if the item has another file now. Left out: not checked.',
    },
  ],
  genres: {
    text: 'Genres of games, one a line, up to 100. Empty: as configured.',
    example: 'Adventure\nRacing',
  },
  icon: { at: /^\/admin\/site/, text: 'The icon: an image of at most 2 MB.' },
  id: [
    {
      at: /^\/admin\/appeals/,
      text: 'Id of the item for `?/decideitem`, or of the game for `?/decidegame`. Not read by `?/decide`.',
      example: '123456789',
    },
    {
      at: /^\/admin\/assets\?\/claim/,
      text: 'Id of the item to claim. Left out: the items that have waited longest, up to five.',
      example: '123456789',
    },
    { at: /^\/admin\/assets/, text: 'Id of the item.', example: '123456789' },
    { at: /^\/admin\/banners/, text: 'Id of the announcement.' },
    { at: /^\/admin\/flags\/changes/, text: 'Id of the change to undo.' },
    {
      at: /^\/admin\/servers/,
      text: 'Id of the game whose server is started, or the address of its page.',
      example: '123456789',
    },
    { at: /^\/admin\/site/, text: 'Id of the version to restore. Empty: the configuration.' },
    { at: /^\/admin\/takedowns/, text: 'Id of the content, as the list has it.' },
  ],
  key: { at: /^\/admin\/regkeys/, text: 'The registration key to disable.' },
  languages: {
    text: 'Tags of the offered languages, separated by commas, the default first. Empty: as configured.',
    example: 'en,de',
  },
  link: {
    at: /^\/admin\/banners/,
    text: 'Address or path that the announcement links to. Empty: none.',
    example: '/games',
  },
  lists: {
    text: 'Languages of starter lists for the text filter, separated by commas. Empty: none.',
    example: 'en,de',
  },
  logo: { at: /^\/admin\/site/, text: 'The logo: an image of at most 2 MB.' },
  name: [
    { at: /^\/admin\/flags/, text: 'Name of the flag.', example: 'FFlagExample' },
    { at: /^\/admin\/site/, text: 'Name of the site: 1 to 40 characters.' },
  ],
  note: [
    { at: /^\/admin\/mint/, text: 'Why the money is minted: 1 to 200 characters.' },
    {
      at: /^\/(admin|user)\//,
      text: 'Note for staff, which the user does not see: up to 1,000 characters. Optional.',
    },
  ],
  number: [
    {
      at: /^\/admin\/appeals/,
      text: 'Number of the decision that is appealed, as the list of appeals has it.',
    },
    {
      at: /^\/moderation/,
      text: 'Number of the warning that was read. Refused if a newer one is in force. Left out: not checked.',
    },
  ],
  outcome: 'How the report was handled.',
  part: 'The text of the profile.',
  permissionLevel: {
    text: '1: user, 2: verified, 3: catalog manager, 4: moderator, 5: administrator.',
    example: '2',
  },
  picture: [
    { at: /^\/admin\/assets/, text: 'Id of the waiting picture that was looked at.' },
    { at: /^\/admin\/site/, text: 'Which picture of the site is removed.' },
  ],
  privacy: {
    text: 'Link to the privacy policy: an http(s) address or a path. Empty: as configured.',
    example: '/privacy',
  },
  reason: [
    {
      at: /settings.*\?\/moderate$/,
      text: 'Reason, which the owner reads: 1 to 300 characters. Required for `Moderated`, ignored for `Visible`.',
    },
    { at: /\?\/moderate$/, text: 'Reason, which the user reads. 1 to 1000 characters.' },
    { at: /^\/admin\/assets/, text: 'Why it is refused, which its maker reads: 1 to 300 characters.' },
    { at: /\?\/sanction$/, text: 'Reason, which the user reads: 1 to 300 characters.' },
    {
      at: /\?\/delete(comment|post)$/,
      text: 'Why a moderator removes it, which its author reads: 1 to 300 characters. Left out by authors.',
    },
    'Reason, which the owner reads: 1 to 300 characters.',
  ],
  shown: 'Whether the announcement is switched on.',
  standard: 'Tag of the default language. Read only without `languages`, which programs send.',
  starts: { text: `Beginning of the announcement. Empty: at once. ${time}`, example: '2027-01-01T18:00Z' },
  subject: {
    text: 'What is rendered again: `user:` or `asset:` and an id.',
    example: 'asset:123456789',
    schema: { pattern: '^(user:[a-z0-9]{1,40}|asset:\\d{1,9})$' },
  },
  tagline: 'Sentence below the name of the site: up to 120 characters. Empty: as configured.',
  takedown: 'Whether the reported content is taken down. `false` by default.',
  terms: {
    text: 'Link to the terms of use: an http(s) address or a path. Empty: as configured.',
    example: '/terms',
  },
  text: [
    { at: /^\/admin\/banners/, text: 'Text of the announcement: 1 to 300 characters.' },
    { at: /^\/admin\/filter/, text: 'Text to filter.' },
    { at: /\?\/appeal$/, text: 'Why the decision is wrong: 1 to 1,000 characters.' },
  ],
  tone: 'Colour of the announcement. `Neutral` by default.',
  type: [
    {
      at: /\?\/sanction$/,
      text: 'Action against the owner of the content. `None`: none, which requires `takedown`.',
      schema: { enum: ['None', 'Warning', 'Ban', 'Termination'] },
    },
    { at: /\?\/moderate$/, text: 'Action against the account, which replaces the one in force.' },
    { at: /^\/admin\/takedowns/, text: 'Kind of the content.' },
  ],
  username: [
    {
      at: /^\/admin\/appeals/,
      text: 'Username of the account for `?/decide`. Not read by the other actions.',
    },
    { at: /^\/admin\//, text: 'Username of the account, in any letter case.' },
    {
      at: /^\/(register|login\/identity)|\?\/rename$/,
      text: 'The new username: 3 to 21 letters, digits or underscores, unique in any letter case.',
    },
    { at: /^\/login/, text: 'Username of the account.' },
  ],
  uses: { text: 'Number of accounts that can be registered with the key.', example: '10' },
  value: 'Value of the flag, as text.',
  version: {
    at: /^\/admin\/filter/,
    text: 'Version of the words that were edited. Refused with 409 if they have changed since. Left out: not checked.',
    example: '3',
  },
  visibility: '`Moderated` takes the content down, `Visible` shows it.',
  welcome: 'Text of the start page: up to 400 characters. Empty: as configured.',
  words: { text: 'Words of the filter, one a line.', example: 'badword\nanother phrase' },
}
