import { makePlace } from '../support/game.ts'
import { newPlace, notFound, ownPlace, place, play, unknown } from '../support/rows/places.ts'
import { type Outcome, type Row, toLogin } from '../support/rows/row.ts'
import { notTheirs } from './place-settings.ts'

type Given = NonNullable<Row['given']>

const page = 'GET /place/{id}/{name}/players'

/** A place of the sender, and the name of another user. */
const withStranger: Given = async (world, actor) => ({
  ...(await ownPlace(world, actor)),
  player: (await world.newcomer()).username,
})

/** A place of the sender, with a player in it. */
const withPlayer: Given = async (world, actor) => {
  const values = await ownPlace(world, actor)
  const { person, username } = await world.newcomer()
  await play(world, person, values.id)
  return { ...values, player: username }
}

/** A place of the sender, from which a user is banned. */
const withBanned: Given = async (world, actor) => {
  const values = await withStranger(world, actor)
  const fields = { username: String(values.player), reason: 'Rude', days: '3' }
  await actor.person.post(`/place/${values.id}/any/players?/ban`, fields)
  return values
}

/** A place from which the sender is banned. */
const banningSender: Given = async (world, { username = '' }) => {
  const { person } = await world.newcomer()
  const { id } = await makePlace(person, 'A place')
  await person.post(`/place/${id}/any/players?/ban`, { username, reason: 'Rude', days: '3' })
  return { id, name: 'A-place' }
}

const act = (action: string, when: string, outcome: Outcome): Row => ({
  request: `POST /place/{id}/{name}/players?/${action}`,
  when,
  by: 'newcomer',
  ...outcome,
})

/** The senders and places that all of these actions refuse. */
const refusals = (action: string): Row[] => [
  act(action, 'by another user', { by: 'player', given: place, ...notTheirs }),
  act(action, 'by a visitor', { given: place, ...toLogin }),
  act(action, 'at no place', { values: unknown, ...notFound }),
  act(action, 'without a username', {
    given: ownPlace,
    input: { reason: 'Rude', days: '0' },
    status: 400,
    errors: { username: 'Enter a username' },
  }),
]

const player = { username: '{player}' }
const removal = { ...player, reason: 'Rude' }
const nobodyPlays = { afterwards: { request: page, shows: { players: [] } } }

export const removals: readonly Row[] = [
  { request: page, when: 'by another user', by: 'player', given: place, ...notTheirs },
  {
    request: page,
    when: 'by a moderator',
    by: 'moderator',
    given: newPlace,
    status: 200,
    shows: { bans: [] },
  },
  act('kick', 'of a player in the game', {
    given: withPlayer,
    input: removal,
    status: 200,
    message: '{player} was kicked',
    ...nobodyPlays,
  }),
  act('kick', 'of a player who is elsewhere', {
    given: withStranger,
    input: removal,
    status: 409,
    message: 'This player is not in the game now. To keep the player out, ban them.',
  }),
  ...refusals('kick'),
  act('ban', 'of a player in the game', {
    given: withPlayer,
    input: { ...removal, days: '3' },
    status: 200,
    message: '{player} is banned from this game',
    ...nobodyPlays,
  }),
  act('ban', 'of the owner', {
    given: ownPlace,
    input: { username: '{me}', reason: 'Rude', days: '3' },
    status: 403,
    message: 'The creator of a game can’t be kicked or banned from it',
  }),
  act('ban', 'for 3651 days', {
    given: withStranger,
    input: { ...removal, days: '3651' },
    status: 400,
    errors: { days: 'Enter a number of days from 0 to 3650. 0 bans the player for ever.' },
  }),
  ...refusals('ban'),
  act('unban', 'of a banned player', {
    given: withBanned,
    input: player,
    status: 200,
    message: '{player} may join again',
    afterwards: { request: page, shows: { bans: [] } },
  }),
  act('unban', 'of a player who is not banned', {
    given: withStranger,
    input: player,
    status: 404,
    message: 'This player is not banned from this game',
  }),
  ...refusals('unban'),
  {
    request: 'POST /place/{id}/{name}?/join',
    when: 'by a user whom the maker has banned',
    by: 'newcomer',
    given: banningSender,
    status: 403,
    message: 'You are banned from this game: Rude',
  },
]
