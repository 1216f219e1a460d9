import { tokenScopes } from '@baseplate/platform/accounts/rules'
import { notificationKinds } from '@baseplate/platform/notifications/settings/rules'
import { platformEvents } from '@baseplate/platform/webhooks/door'
import type { Notes } from '../notes.ts'

/** Boxes of the pages' forms. Programs send one field with a list. */
const scopeBoxes: Notes = Object.fromEntries(
  tokenScopes.map((scope) => [
    scope,
    `\`true\` asks for the scope \`${scope}\`. Read only without \`scopes\`, which programs send.`,
  ]),
)

const eventBoxes: Notes = Object.fromEntries(
  platformEvents.map((event) => [
    event,
    `\`true\` chooses the event \`${event}\`. Read only without \`events\`, which programs send.`,
  ]),
)

const notificationFields: Notes = Object.fromEntries(
  notificationKinds.flatMap((kind): [string, string][] => [
    [`${kind}_site`, `Whether the inbox has notifications of the kind \`${kind}\`. Left out: unchanged.`],
    [`${kind}_mail`, `When notifications of the kind \`${kind}\` are mailed. Left out: unchanged.`],
    [
      `${kind}_push`,
      `Whether browsers that subscribed get notifications of the kind \`${kind}\`. Left out: unchanged.`,
    ],
  ]),
)

const challengeAnswer =
  'Base64 of JSON with the `challenge` of a refusal with the code `accounts.work_required` and its `solution`. Left out until a request is refused so.'

/** Fields of signing in, registering and the settings of an account. */
export const accountFields: Notes = {
  ...scopeBoxes,
  ...eventBoxes,
  ...notificationFields,
  account: 'Username or email address of the account to recover.',
  auth: 'Authentication secret of the browser’s push subscription, in base64url.',
  back: { text: 'Path of this site to redirect to. Anything else leads to `/`.', example: '/games' },
  cnpassword: 'The new password again.',
  code: [
    {
      at: /^\/login/,
      text: 'Code of the authenticator app, or a recovery code. Needed only with a second factor; empty counts as left out.',
      example: '123456',
    },
    { at: /\?\/totpconfirm$/, text: 'Six-digit code that the authenticator app shows.', example: '123456' },
  ],
  cpassword: [
    { at: /^\/(register|recover)/, text: 'The password again.' },
    { at: /^\/settings/, text: 'The current password.' },
  ],
  css: 'Profile CSS of at most 10,000 characters. Rules that are not allowed are dropped.',
  delivery: 'Id of the delivery to send again.',
  email: {
    text: 'Email address. Empty: none. Ignored unless `Registration.Emails` is on.',
    example: 'ada@example.org',
  },
  endpoint: {
    text: 'Address of the browser’s push service: https, with a host name and without a port.',
    example: 'https://push.example.com/send/abc',
    schema: { format: 'uri' },
  },
  events: {
    text: 'Events to send, each at most once. A list, separated by commas.',
    example: 'comment.created,item.sold',
  },
  expires: { at: /^\/settings\/tokens/, text: 'Days for which the token is valid.', example: '30' },
  for: '`proof` proves the identity of the user. Anything else, and leaving it out, adds a passkey.',
  format: {
    at: /\/webhooks\?/,
    text: 'How the body of a delivery is written. `standard` by default; `discord` is a message that chat services display.',
    schema: { enum: ['standard', 'discord'] },
  },
  issuer: 'Issuer of the identity to unlink: an address that `GET /settings/security` lists.',
  language: [
    {
      at: /^\/language$/,
      text: 'Tag of an offered language. Any other value changes nothing.',
      example: 'de',
    },
    {
      at: /^\/settings/,
      text: 'Tag of an offered language. Empty: the language of the browser. Left out: unchanged.',
      example: 'de',
    },
  ],
  npassword: 'The new password. One that is easy to guess is refused without `weakpassword`.',
  p256dh: 'Public key of the browser’s push subscription, in base64url.',
  password: [
    {
      at: /^\/(register|recover)/,
      text: 'The new password. One that is easy to guess is refused without `weakpassword`.',
    },
    {
      at: /\?\/delete$/,
      text: 'The current password. Optional for ten minutes after a fresh proof of identity.',
    },
    'The current password.',
  ],
  proofpassword:
    'The password, or a code of the authenticator app. Needed only when the same request was refused with the code `accounts.fresh_proof_required`.',
  quietfrom: {
    text: 'Beginning of the quiet hours as `HH:MM` in the user’s time zone, together with `quietto`. Empty: no quiet hours.',
    example: '22:00',
  },
  quietto: {
    text: 'End of the quiet hours as `HH:MM` in the user’s time zone, together with `quietfrom`. Empty: no quiet hours.',
    example: '07:00',
  },
  regkey: 'Registration key. Ignored unless `Registration.Keys.Enabled` is on.',
  removeothers:
    'Whether identities of providers are unlinked and webhooks deleted as well. `false` by default.',
  response: 'The browser’s response to the options of WebAuthn, as JSON.',
  scopes: {
    text: 'Scopes of the token, each at most once. A list, separated by commas.',
    example: 'read,social',
  },
  setup:
    'Secret of the set-up link. Needed only for the first account of a platform whose address is not on its own machine.',
  theme: 'Name of a theme that the site offers (`Themes`).',
  timezone: {
    text: 'IANA name of the user’s time zone. Left out: unchanged.',
    example: 'Europe/Berlin',
  },
  url: {
    text: 'Address to send to: https with a host name, at most 2,000 characters, without a username or password. `Webhooks.AllowPrivateNetwork` also allows http and IP addresses.',
    example: 'https://hooks.example.org/baseplate',
    schema: { maxLength: 2000 },
  },
  weakpassword:
    '`true` confirms a password that is easy to guess, after the request was refused with a warning.',
  work: challengeAnswer,
  ...Object.fromEntries(
    [
      ['online', 'sees that the user is online, and when they last were'],
      ['playing', 'sees what the user plays'],
      ['joinable', 'is offered to join the user'],
      ['requests', 'may send friend requests; `Friends` stands for friends of friends here'],
      ['follows', 'may follow the user'],
      ['comments', 'may comment on the user’s games, items and group walls'],
      ['inventory', 'sees the items that the user wears'],
      ['friends', 'sees the list of the user’s friends'],
      ['postFeed', 'may read the user’s posts in a feed'],
    ].map(([name, may]) => [name, `Who ${may}. Left out: unchanged.`]),
  ),
}
