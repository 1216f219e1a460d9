import { newPlaceTicket } from '@baseplate/platform/foundation/ids'
import { nameKeyOf } from '@baseplate/platform/foundation/name-key'
import { playerLimits } from '@baseplate/platform/places/rules'

/** Returns the row of a public place that its owner hosts, with as many seats as possible. Times are Unix milliseconds. */
export const placeRow = (place: {
  id: number
  name: string
  owner_id: string
  created: number
  updated: number
}) => ({
  ...place,
  name_key: nameKeyOf(place.name),
  description: 'A place to measure.',
  description_updated: place.updated,
  max_players: playerLimits.max,
  private_server: 0,
  published: place.created,
  private_ticket: newPlaceTicket(),
  server_ticket: newPlaceTicket(),
  dedicated: 0,
  server_address: '127.0.0.1',
  server_port: 53_640,
  server_ping: 0,
  data_size: null,
  data_sha256: null,
  data_updated: null,
})
