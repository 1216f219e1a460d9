import { type CityResponse, open, type Reader } from 'maxmind'
import type { Logger } from 'pino'
import type { Config } from '../../foundation/config/schema.ts'

/** Finds the city and country of addresses, for users who look at their sessions. */
export interface SessionPlaces {
  /**
   * Returns a function that finds the place of an address: "Berlin, Germany" in the reader's language, or a country alone. It returns
   * undefined if the database does not have the address, or the operator has no database.
   */
  finder(language: string): Promise<(address: string) => string | undefined>
}

/** Reads the operator's geolocation database at its first use, and again when the file changes. */
export function createSessionPlaces({
  config,
  log,
}: {
  config: Pick<Config, 'Security'>
  log: Logger
}): SessionPlaces {
  const file = config.Security.PlaceDatabase
  let reader: Promise<Reader<CityResponse> | undefined> | undefined

  async function read(path: string): Promise<Reader<CityResponse> | undefined> {
    try {
      return await open<CityResponse>(path, { watchForUpdates: true, watchForUpdatesNonPersistent: true })
    } catch (error) {
      log.warn({ file: path, error: String(error) }, 'the geolocation database cannot be read')
      reader = undefined
      return undefined
    }
  }

  return {
    async finder(language) {
      if (file === undefined) return () => undefined
      reader ??= read(file)
      const places = await reader
      return (address) => placeOf(places, address, language)
    },
  }
}

function placeOf(
  places: Reader<CityResponse> | undefined,
  address: string,
  language: string,
): string | undefined {
  const found = lookUp(places, address)
  const city = nameIn(found?.city?.names, language)
  const code = found?.country?.iso_code
  const country = code && new Intl.DisplayNames([language], { type: 'region' }).of(code)
  return [city, country].filter((name) => name).join(', ') || undefined
}

/** Looks up an address. A database of IPv4 addresses throws for any other. */
function lookUp(places: Reader<CityResponse> | undefined, address: string): CityResponse | undefined {
  try {
    return places?.get(address) ?? undefined
  } catch {
    return undefined
  }
}

function nameIn(names: object | undefined, language: string): string | undefined {
  const known = new Map<string, string>(Object.entries(names ?? {}))
  return known.get(language) ?? known.get(language.replace(/-.*/, '')) ?? known.get('en')
}
