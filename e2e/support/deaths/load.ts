import { createHash, randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { clientAgent, type Place } from '../game.ts'
import type { Cast, Member } from './cast.ts'
import { type Answer, type Attempt, type History, impatientMs } from './history.ts'
import type { MortalSites } from './mortal-sites.ts'

/** Bytes of an uploaded place file: several chunks of a transfer. */
const fileBytes = 300_000

/** Content of the file that an attempt uploads. */
const fileOf = (key: string): Buffer<ArrayBuffer> => Buffer.alloc(fileBytes, `${key} `)

export const sha256Of = (key: string): string => createHash('sha256').update(fileOf(key)).digest('hex')

/** Comes from another client address each time, because the limits count comments by address. */
const elsewhere = () => ({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` })

/** An outage may hide the success of an earlier attempt, so a retry may find the work done. */
const isDoneBefore =
  (code: string) =>
  (answer: Answer, earlier: readonly Attempt[]): boolean =>
    answer.status < 400 || (answer.code === code && earlier.some(({ outcome }) => outcome === 'unknown'))

/** Repeats a piece of work, with pauses, until the load ends. */
async function loop(isOver: () => boolean, pauseMs: number, work: (round: number) => Promise<unknown>) {
  for (let round = 0; !isOver(); round++) {
    await work(round)
    await setTimeout(pauseMs)
  }
}

/** Runs all clients until the load ends. Each finishes its last operation. */
export async function runLoad(product: MortalSites, cast: Cast, history: History, isOver: () => boolean) {
  const { maker, buyers, voters, places } = cast
  const [first, second] = places
  if (!first || !second) throw new Error('no places')
  await Promise.all([
    ...buyers.map((buyer) => buyAll(cast, buyer, history, isOver)),
    ...voters.map((voter) => vote(voter, places, history, isOver)),
    ...voters.map((voter) => comment(voter, first, history, isOver)),
    ...cast.players.map((player) => play(product, player, first, history, isOver)),
    loop(isOver, 200, (round) =>
      history.persist({
        name: 'place',
        subject: `Place ${round}`,
        send: (name) => maker.person.post('/games/create', { name }),
        patienceMs: impatientMs,
      }),
    ),
    loop(isOver, 200, (round) =>
      history.persist({
        name: 'file',
        subject: `File ${round}`,
        send: (key) => maker.person.upload(`${second.path}/settings?/data`, 'file', new Blob([fileOf(key)])),
      }),
    ),
  ])
}

async function buyAll({ items }: Cast, buyer: Member, history: History, isOver: () => boolean) {
  await loop(isOver, 150, async (round) => {
    const id = items[round]
    if (id === undefined) return
    await history.persist({
      name: 'purchase',
      subject: `${buyer.id} asset:${id}`,
      send: () => buyer.person.post(`/catalog/${id}/x?/buy`),
      patienceMs: impatientMs,
      isDone: isDoneBefore('catalog.already_owned'),
    })
  })
}

const moves = ['like', 'dislike', 'undislike'] as const

/** The vote that a move leaves, if the moves come in their order. */
export const voteAfter = { like: 1, dislike: -1, undislike: undefined } as const

async function vote(voter: Member, places: readonly Place[], history: History, isOver: () => boolean) {
  await loop(isOver, 100, async (round) => {
    const place = places[Math.floor(round / moves.length) % places.length]
    const move = moves[round % moves.length]
    await history.persist({
      name: 'vote',
      subject: `${voter.id} ${place?.id} ${move}`,
      send: () => voter.person.post(`${place?.path}?/${move}`),
    })
  })
}

async function comment(author: Member, { path }: Place, history: History, isOver: () => boolean) {
  await loop(isOver, 150, (round) =>
    history.persist({
      name: 'comment',
      subject: `${author.username} ${round}`,
      send: (content) => author.person.post(`${path}?/comment`, { content }, elsewhere()),
      patienceMs: impatientMs,
    }),
  )
}

/** Number of heartbeats in a session, after which the player joins again. */
const heartbeats = 20

/** Joins a place and sends heartbeats. Each session replaces the one before. */
async function play(
  product: MortalSites,
  player: Member,
  place: Place,
  history: History,
  isOver: () => boolean,
) {
  const ask = (path: string) => fetch(product.baseUrl + path, { headers: clientAgent })
  await loop(isOver, 0, async (session) => {
    const ticket = await join(player, place, session, history, ask)
    for (let beat = 0; beat < heartbeats && !isOver(); beat++) {
      await history.persist({
        name: 'heartbeat',
        subject: `${player.username} ${session} ${beat}`,
        send: () => ask(`/game/clientpresence?ticket=${ticket}`),
      })
      await setTimeout(300)
    }
  })
}

/** Returns the ticket of a session that has begun. */
async function join(
  player: Member,
  place: Place,
  session: number,
  history: History,
  ask: (path: string) => Promise<Response>,
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const subject = `${player.username} ${session} ${attempt}`
    let ticket = ''
    await history.persist({
      name: 'ticket',
      subject,
      send: () => player.person.post(`${place.path}?/join`),
      isDone: ({ status, text }) => {
        if (status === 200) ticket = (JSON.parse(text) as { ticket: string }).ticket
        return status === 200
      },
    })
    let isLost = false
    await history.persist({
      name: 'join',
      subject,
      send: () => ask(`/game/join?ticket=${ticket}`),
      isDone: ({ status }, earlier) => {
        // An attempt without an answer may have got its script, which spends the ticket.
        isLost = status === 400 && earlier.some(({ outcome }) => outcome === 'unknown')
        return status === 200 || isLost
      },
    })
    if (!isLost) return ticket
  }
}
