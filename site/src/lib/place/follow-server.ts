import type { PlaceServer } from '@baseplate/platform/places/servers/rules'

type Seen = Pick<PlaceServer, 'state' | 'reason'>

/** Where the orchestrator's own address is out of reach, the page asks the site this often. */
const askAgainMs = 2_000

/** After so long without any word of the server nobody waits on. */
const silenceMs = 30_000

/**
 * Follows the start of a dedicated server until it is up or has come to nothing.
 *
 * @param address of the orchestrator's events for the place.
 * @param ask asks the site, for when the events do not come.
 * @param tell is called once: `ready`, `failed`, `stopped`, or `unknown` when nothing was heard for too long.
 * @returns what ends it without a word.
 */
export function followServer(
  address: string,
  ask: () => Promise<Seen>,
  tell: (seen: Seen) => void,
): () => void {
  const events = new EventSource(address)
  let heardAt = Date.now()
  let asking: ReturnType<typeof setInterval> | undefined

  const stop = () => {
    events.close()
    clearInterval(asking)
  }
  const hear = (seen: Seen) => {
    if (seen.state !== 'unknown') heardAt = Date.now()
    if (seen.state === 'starting' || (seen.state === 'unknown' && Date.now() - heardAt < silenceMs)) return
    stop()
    tell(seen)
  }
  events.addEventListener('status', ({ data }: MessageEvent<string>) => hear(JSON.parse(data)))
  // It may come back by itself, as after a restart of the orchestrator; until then the site knows.
  events.addEventListener('error', () => {
    asking ??= setInterval(() => {
      ask().then(hear, () => hear({ state: 'unknown' }))
    }, askAgainMs)
  })
  return stop
}
