import { expect } from 'vitest'
import type { Actor } from '../../../accounts/rules.ts'
import { newAssetId, newPlaceTicket } from '../../../foundation/ids.ts'
import { nameKeyOf } from '../../../foundation/name-key.ts'
import type { Platform } from '../../../platform.ts'
import { registerPerson } from '../../../testing/people.ts'
import { type DatabaseKind, openTestPlatform } from '../../../testing/platforms.ts'
import { listPlaces, placesPerPage } from '../list.ts'

/** Adds places, all created now unless `age` differs. Returns their ids. */
export async function addPlaces(
  { db, now }: Platform,
  names: readonly string[],
  owner: Actor,
  age = () => 0,
) {
  const ids = new Set<number>()
  while (ids.size < names.length) ids.add(newAssetId())
  const rows = [...ids].map((id, index) => {
    const name = names[index] ?? ''
    return {
      id,
      name,
      name_key: nameKeyOf(name),
      description: '',
      description_updated: 0,
      owner_id: owner.id,
      created: now() - age(),
      updated: 0,
      max_players: 10,
      private_server: 0,
      published: now() - age(),
      private_ticket: newPlaceTicket(),
      server_ticket: newPlaceTicket(),
      dedicated: 0,
      server_address: '',
      server_port: 1,
      server_ping: 0,
      data_size: null,
      data_sha256: null,
      data_updated: null,
    }
  })
  for (let at = 0; at < rows.length; at += 200) {
    await db
      .insertInto('places')
      .values(rows.slice(at, at + 200))
      .execute()
  }
  return [...ids]
}

/** Names with a number of four digits. */
export const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${String(index).padStart(4, '0')}`)

/** Reads all pages of a list. */
export async function allOf(platform: Platform, input: Record<string, string>) {
  const all: { id: number; name: string }[] = []
  for (let cursor: string | undefined; ; ) {
    const { places, next } = await listPlaces(platform, null, { ...input, ...(cursor && { cursor }) })
    expect(places.length).toBeLessThanOrEqual(placesPerPage)
    all.push(...places)
    if (next === null) return all
    if (all.length > 100_000) throw new Error('the list does not end')
    cursor = next
  }
}

/** Starts a platform with a maker and a player. */
export async function startForLists(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind, { Places: { PerUser: 100 } })
  const maker = await registerPerson(platform, 'Maker')
  const player = await registerPerson(platform, 'Player')
  return { platform, maker, player }
}
