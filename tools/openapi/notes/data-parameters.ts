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
