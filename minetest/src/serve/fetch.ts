import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isOfDisk, reasonOf, ServeFault } from './fault.ts'
import type { Run } from './run.ts'

/** Time for a whole file, even on a busy machine. By default, a server has to be ready within a minute. */
const fileMs = 55_000

/**
 * Fetches the place's file.
 *
 * @param file the path that it is written to
 * @throws ServeFault; errors of the disk
 */
export async function fetchPlace(run: Run, file: string): Promise<void> {
  const response = await ask(run, `/game/${run.placeId}`, {})
  if (!response.ok) {
    const text = (await response.text()).slice(0, 200)
    throw new ServeFault(`the site refused the file of the place: ${response.status} ${text}`)
  }
  await save(response, file)
}

/**
 * Fetches the stored world of the place, if it is newer.
 *
 * @param after number of the stored world that the local one continues; 0: none
 * @param file the path that the archive is written to
 * @returns the number of the stored world; undefined: the local one is the newest
 * @throws ServeFault; errors of the disk
 */
export async function fetchWorld(run: Run, after: number, file: string): Promise<number | undefined> {
  const response = await ask(run, `/game/${run.placeId}/world`, { after: String(after) })
  // A site without stored worlds does not have this endpoint.
  if (response.status === 204 || response.status === 404) {
    await response.body?.cancel()
    return undefined
  }
  const number = Number(response.headers.get('x-world-number'))
  if (!response.ok || !Number.isSafeInteger(number) || number < 1) {
    const text = (await response.text()).slice(0, 200)
    throw new ServeFault(`the site did not send the stored world: ${response.status} ${text}`)
  }
  await save(response, file)
  return number
}

async function ask({ siteUrl, ticket }: Run, path: string, query: Record<string, string>): Promise<Response> {
  const url = new URL(siteUrl + path)
  url.search = new URLSearchParams({ ...(ticket !== '' && { ticket }), ...query }).toString()
  try {
    return await fetch(url, { signal: AbortSignal.timeout(fileMs) })
  } catch (error) {
    throw new ServeFault(`the site cannot be reached at ${siteUrl}: ${reasonOf(error)}`)
  }
}

async function save({ body }: Response, file: string): Promise<void> {
  try {
    await pipeline(body ? Readable.fromWeb(body) : Readable.from([]), createWriteStream(file))
  } catch (error) {
    if (isOfDisk(error)) throw error
    throw new ServeFault(`the site did not send the whole file: ${reasonOf(error)}`)
  }
}
