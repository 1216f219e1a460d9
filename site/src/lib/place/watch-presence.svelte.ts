import { followPlayers, playersIn } from './live-counts.svelte.ts'
import { isPlayingIn } from './play-requests.ts'

/** Pauses between polls. The last one repeats. The stream of player counts is faster but leaves out private places. */
const pausesMs = [2_000, 3_000, 5_000, 10_000]

/**
 * Watches for the first heartbeat of the viewer's client in a place.
 *
 * @param report called once, when the viewer is playing
 * @returns a function that stops watching
 */
export function watchPresence(placeId: number, report: () => void): () => void {
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const stop = () => {
    stopped = true
    clearTimeout(timer)
    stopFollowing()
    stopEffect()
  }
  const ask = async () => {
    if (!(await isPlayingIn(placeId)) || stopped) return
    stop()
    report()
  }
  const askLater = () => {
    timer = setTimeout(
      async () => {
        await ask()
        if (!stopped) askLater()
      },
      pausesMs[Math.min(asked++, pausesMs.length - 1)],
    )
  }
  const stopFollowing = followPlayers([placeId])
  let lastCount = playersIn(placeId, -1)
  const stopEffect = $effect.root(() => {
    $effect(() => {
      const count = playersIn(placeId, -1)
      if (count === lastCount) return
      lastCount = count
      ask()
    })
  })
  askLater()
  return stop
}
