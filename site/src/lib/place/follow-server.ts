import type { PlaceServer } from '@baseplate/platform/places/servers/rules'

type Seen = Pick<PlaceServer, 'state' | 'reason'>

/** Interval of polling the site when the orchestrator's public URL is unreachable. */
const askAgainMs = 2_000

/** Gives up after this much silence. */
const silenceMs = 30_000

/**
 * Follows the start of a dedicated server until it is ready or has failed.
 *
 * @param address URL of the orchestrator's events for the place
 * @param ask asks the site, for when no events arrive
 * @param tell called once with `ready`, `failed`, `stopped`, or `unknown` after too much silence
 * @returns a function that stops following without calling `tell`
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
  // The connection may recover, as after a restart of the orchestrator. Until then the site is asked.
  events.addEventListener('error', () => {
    asking ??= setInterval(() => {
      ask().then(hear, () => hear({ state: 'unknown' }))
    }, askAgainMs)
  })
  return stop
}
