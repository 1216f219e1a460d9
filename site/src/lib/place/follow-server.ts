import type { PlaceServer } from '@baseplate/platform/places/servers/rules'

type Status = Pick<PlaceServer, 'state' | 'reason'>

/** Interval of polling the site once the connection to the orchestrator's public URL has failed. */
const pollMs = 2_000

/** Gives up after this much silence. */
const maxSilenceMs = 30_000

/**
 * Follows the start of a dedicated server until it is ready or has failed.
 *
 * @param address URL of the orchestrator's events for the place
 * @param ask requests the status from the site, repeatedly after the events have failed once
 * @param report called once with `ready`, `failed`, `stopped`, or `unknown` after too much silence
 * @returns a function that stops following without calling `report`
 */
export function followServer(
  address: string,
  ask: () => Promise<Status>,
  report: (status: Status) => void,
): () => void {
  const events = new EventSource(address)
  let lastStatusAt = Date.now()
  let polling: ReturnType<typeof setInterval> | undefined

  const stop = () => {
    events.close()
    clearInterval(polling)
  }
  const receive = (status: Status) => {
    if (status.state !== 'unknown') lastStatusAt = Date.now()
    if (
      status.state === 'starting' ||
      (status.state === 'unknown' && Date.now() - lastStatusAt < maxSilenceMs)
    )
      return
    stop()
    report(status)
  }
  events.addEventListener('status', ({ data }: MessageEvent<string>) => receive(JSON.parse(data)))
  // The connection may recover, as after a restart of the orchestrator. From its first failure on, the site is asked too.
  events.addEventListener('error', () => {
    polling ??= setInterval(() => {
      ask().then(receive, () => receive({ state: 'unknown' }))
    }, pollMs)
  })
  return stop
}
