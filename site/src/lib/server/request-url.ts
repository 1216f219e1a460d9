import { parseAssetId } from '@baseplate/platform/assets/door'
import { assetNotFound } from '@baseplate/platform/assets/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import { parsePlaceId } from '@baseplate/platform/places/door'
import { placeNotFound } from '@baseplate/platform/places/rules'

/** Returns the search parameters of a request by name. The last of several with the same name counts. */
export const queryOf = ({ url }: { url: URL }): Record<string, string> => Object.fromEntries(url.searchParams)

/** Returns the ticket of a private place that the visitor's link carries. */
export const privateTicketOf = ({ url }: { url: URL }): string | undefined =>
  url.searchParams.get('privateServer') ?? undefined

/** Returns the first form action that a URL names, like SvelteKit. It keeps its slash: `/sessions` of `?/sessions`. */
export const actionNameOf = (url: URL): string | undefined =>
  [...url.searchParams.keys()].find((name) => name.startsWith('/'))

/** @throws Refused `missing` when the path segment is not a decimal id. */
export function assetIdOf(segment: string | undefined): number {
  const id = parseAssetId(segment)
  if (id === undefined) throw assetNotFound()
  return id
}

/** @throws Refused `missing` when the path segment is not a decimal id. */
export function placeIdOf(segment: string | undefined): number {
  const id = parsePlaceId(segment ?? '')
  if (id === undefined) throw placeNotFound()
  return id
}

/** @throws Refused `missing` when the path segment is not a decimal id. */
export function badgeIdOf(segment: string | undefined): number {
  // Ids of badges have the form of ids of places.
  const id = parsePlaceId(segment ?? '')
  if (id === undefined) throw new Refused('badges.not_found')
  return id
}
