import type { Notes } from '../notes.ts'

const time = (text: string) => ({ type: 'number', text: `${text} Unix milliseconds.` })

/** The note with `null` comes first, because a type that includes null is a number, too. */
const timeOrNull = (text: string, meaning: string) => [
  { type: 'null', text: `${text} Unix milliseconds. Null: ${meaning}.` },
  time(text),
]

/** Frequent properties of responses that no comment in the code describes. */
export const properties: Notes = {
  archived: { type: 'boolean', text: 'Its maker has archived it: nobody can play it.' },
  attempts: { type: 'number', text: 'Number of attempts so far.' },
  balance: [
    { type: 'null', text: 'Micro-units. Null: the ledger is away.' },
    { type: 'integer', text: 'Micro-units.' },
  ],
  created: [time('Time of creation.'), { type: 'string', text: 'Time of creation. ISO 8601.' }],
  creatorUsername: { type: 'string', text: 'Username of the creator.' },
  currentFee: {
    type: 'number',
    text: 'The part of a price that the platform keeps, as a fraction: 0.1 is a tenth.',
  },
  day: { type: 'number', text: 'Days since 1970-01-01 in UTC.' },
  dislikeCount: { type: 'number', text: 'Number of all dislikes.' },
  dropped: { type: 'array', text: 'Pieces of the CSS that are not used.' },
  ended: time('When it ended.'),
  expires: timeOrNull('When it expires.', 'never'),
  failingSince: { type: 'null', text: 'Beginning of the failures. Unix milliseconds. Null: none.' },
  fee: {
    type: 'number',
    text: 'The part of a price that the platform keeps, as a fraction: 0.1 is a tenth.',
  },
  forSale: { type: 'boolean', text: 'Whether users can buy it.' },
  fromDay: { type: 'number', text: 'First day of the counts, in days since 1970-01-01 in UTC.' },
  genre: { type: 'string', text: 'Empty: none.' },
  lastUsed: timeOrNull('Last use.', 'never'),
  likeCount: { type: 'number', text: 'Number of all likes.' },
  maxBytes: { type: 'number', text: 'Largest size of a file in bytes.' },
  maxPlayers: { type: 'number', text: 'Number of players in one server.' },
  message: { type: 'string', text: 'What has happened, in English.' },
  next: { type: 'string', text: 'Cursor of the next page. Null on the last one.' },
  notes: { type: 'string', text: 'What the version changes, for players.' },
  online: { type: 'boolean', text: 'Whether the user is online, and shares that with the viewer.' },
  owned: { type: 'boolean', text: 'Whether the viewer owns it.' },
  ownerUsername: { type: 'string', text: 'Username of the owner.' },
  permissionLevel: {
    type: 'number',
    text: '1: user, 2: verified, 3: catalog manager, 4: moderator, 5: administrator.',
  },
  playedMs: { type: 'number', text: 'Time that was played, in milliseconds.' },
  playerCount: { type: 'number', text: 'Number of players at this moment.' },
  portrait: { type: 'string', text: 'Name of the small head shot. Null: there is none yet.' },
  position: { type: 'number', text: 'Place in the line, from 1.' },
  price: [
    { type: 'number', text: 'Micro-units.' },
    { type: 'string', text: 'Units, as typed.' },
  ],
  privateTicket: { type: 'string', text: 'Opens the private game. Empty for viewers who may not know it.' },
  published: { type: 'boolean', text: 'False: a draft, which no list shows.' },
  serverPort: { type: 'number', text: 'UDP port of the game server.' },
  serverTicket: {
    type: 'string',
    text: 'Ticket of the game servers. Empty for viewers who may not know it.',
  },
  sha256: { type: 'string', text: 'SHA-256 of the file, in hex.' },
  slug: { type: 'string', text: 'The name as it is written in addresses.' },
  sold: { type: 'number', text: 'Number of sales.' },
  start: time('Beginning of the unit.'),
  supply: { type: 'integer', text: 'All money that exists, in micro-units.' },
  today: { type: 'number', text: 'Days since 1970-01-01 in UTC.' },
  updated: [time('Last change.'), { type: 'string', text: 'Last change. ISO 8601.' }],
  visibility: {
    type: 'string',
    text: '`Visible`, `Moderated` for what is taken down, or `Pending` for what waits for review.',
  },
  waitDays: { type: 'number', text: 'Days until a deletion is final.' },
  visits: { type: 'number', text: 'Number of sessions that began.' },
}
