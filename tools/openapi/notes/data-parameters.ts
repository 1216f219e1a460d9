import type { Note, Notes } from '../notes.ts'

/** Notes that hold for the data of games only. */
const ofData = (note: Omit<Note, 'at'>): Note => ({ at: /^\/api\/server\/data|\/data-api\//, ...note })

/** The parameter `after` of a stream of messages. */
export const messagesAfter: Note = {
  at: /^\/api\/server\/messages/,
  text: 'Id of the message after which the stream continues, like `Last-Event-ID`. Left out: new messages only.',
  example: '1795176000000000',
}

/** Parameters of the query of requests for the data of games. */
export const dataParameters: Notes = {
  by: ofData({ text: 'Whole number that is added.', example: '5' }),
  limit: ofData({ text: 'Entries of the page. 100 by default.' }),
  lock: ofData({ text: '`true` waits until the game server has the data of the player.' }),
  max: ofData({ text: 'Largest number.', example: '1000' }),
  min: ofData({ text: 'Smallest number.', example: '0' }),
  op: ofData({ text: 'Kind of change.', schema: { enum: ['increment'] }, example: 'increment' }),
  order: ofData({ text: 'Lists entries with whole numbers by their numbers, in this order.' }),
  prefix: ofData({ text: 'Beginning of the keys.' }),
  rank: ofData({
    text: '`true` returns the rank of the entry among the numbers of its scope, the largest first.',
  }),
  version: ofData({ text: 'A version that is kept. Left out: the current one.', example: '1795176000000' }),
  wait: ofData({
    text: 'Seconds to wait for the data of the player. 10 by default.',
    schema: { type: 'integer', minimum: 0, maximum: 25 },
    example: 10,
  }),
}

/** Properties of a leaderboard in JSON: docs/reference/game-data.md#leaderboards. */
export const leaderboard = {
  public: {
    type: 'boolean',
    description: 'Whether an ordered store is a leaderboard. Left out: stays as it is.',
    examples: [true],
  },
  title: {
    type: 'string',
    maxLength: 50,
    description: 'Title of the leaderboard.',
    examples: ['Most coins'],
  },
  period: {
    type: 'string',
    enum: ['none', 'day', 'week', 'month'],
    description: 'How long scores count together. `none` by default.',
    examples: ['week'],
  },
  keep: {
    type: 'string',
    enum: ['best', 'last', 'sum'],
    description: 'Which score of a player stays. `best` by default.',
    examples: ['best'],
  },
}
