import { clientAgent, json, makePlace } from '../game.ts'
import type { Person } from '../person.ts'
import type { Row } from './row.ts'
import { shared } from './shared.ts'
import { ban } from './standing.ts'
import type { World } from './world.ts'

type Given = NonNullable<Row['given']>

/** Values of a place that does not exist. */
export const unknown = { id: 1, name: 'nowhere' }

export const notFound = { status: 404, message: 'Place not found' }

interface Kind {
  /** The form of the settings that makes the place so, and its fields. */
  settings?: Readonly<Record<string, Record<string, string>>>
  /** Content of its file. */
  file?: string
}

/** Values of a place with this name, and its tickets. */
async function open(owner: Person, { settings = {}, file }: Kind) {
  const { id, path, serverTicket } = await makePlace(owner, 'A place')
  for (const [form, fields] of Object.entries(settings)) await owner.post(`${path}/settings?/${form}`, fields)
  if (file !== undefined) await owner.upload(`${path}/settings?/data`, 'file', new Blob([file]))
  const { privateTicket } = await json<{ privateTicket: string }>(await owner.get(`${path}/settings`))
  return { id, name: 'A-place', serverTicket, privateTicket }
}

const ofNewcomer =
  (kind: Kind): Given =>
  async (world) =>
    open((await world.newcomer()).person, kind)

/** A new place of another user. */
export const newPlace = ofNewcomer({})

/** A place of another user, for rows that leave it as it is. */
export const place = shared(newPlace)

/** A place of the shared maker, for rows that leave it as it is. */
export const makersPlace = shared(({ people }) => open(people.maker, {}))

/** A place of the sender. */
export const ownPlace: Given = (_, { person }) => open(person, {})

/** A place of the administrator. */
export const administratorsPlace = shared(({ people }) => open(people.administrator, {}))

const privacy = { privacy: { privateServer: 'true' } }

export const privatePlace = shared(ofNewcomer({ settings: privacy }))

export const ownPrivatePlace: Given = (_, { person }) => open(person, { settings: privacy })

export const placeWithFile = shared(ofNewcomer({ file: 'the place' }))

const dedicated = { network: { dedicated: 'on', maxPlayers: '10' } }

export const dedicatedPlace = shared(ofNewcomer({ settings: dedicated }))

export const dedicatedPlaceWithFile = shared(ofNewcomer({ settings: dedicated, file: 'the place' }))

export const privatePlaceWithFile = shared(ofNewcomer({ settings: privacy, file: 'the place' }))

/** A new place that a moderator has taken down. */
export const newModeratedPlace: Given = async (world, actor) => {
  const values = await ofNewcomer({ file: 'the place' })(world, actor)
  const settings = `/place/${values.id}/${values.name}/settings`
  await world.people.moderator.post(`${settings}?/moderate`, { visibility: 'Moderated', reason: 'Stolen' })
  return values
}

export const moderatedPlace = shared(newModeratedPlace)

/** A place that its owner has archived. */
export const archivedPlace = shared(async (world) => {
  const { person } = await world.newcomer()
  const values = await open(person, {})
  await person.post(`/place/${values.id}/${values.name}/settings?/archive`)
  return values
})

/** Returns the ticket of a person for a place. */
export async function join(person: Person, id: string | number | undefined): Promise<string> {
  return (await json<{ ticket: string }>(await person.post(`/place/${id}/any?/join`))).ticket
}

/** Begins to play, as a client does. */
export async function play({ product }: World, person: Person, id: string | number | undefined) {
  const ticket = await join(person, id)
  const joined = await fetch(`${product.baseUrl}/game/join?ticket=${ticket}`, { headers: clientAgent })
  if (!joined.ok) throw new Error(`nobody plays: ${await joined.text()}`)
}

/** A place for one player, who is in it. */
export const fullPlace: Given = async (world) => {
  const { person } = await world.newcomer()
  const values = await open(person, { settings: { network: { dedicated: 'off', maxPlayers: '1' } } })
  await play(world, person, values.id)
  return values
}

/** A place whose sender is banned before the request. */
export const placeForBanned: Given = async (world, actor) => {
  await ban(world, actor.username ?? '')
  return place(world, actor)
}

/** A new place with a server of its owner's, dedicated or not. */
export const placeWithAddress = (isDedicated: boolean): Given =>
  ofNewcomer({
    settings: {
      network: {
        dedicated: isDedicated ? 'on' : 'off',
        serverAddress: '192.0.2.7',
        serverPort: '2000',
        maxPlayers: '10',
      },
    },
    file: 'the place',
  })
