import { mount } from 'svelte'
import { showToast } from '#lib/components/toasts.svelte.ts'
import { lacksClient } from '#lib/download/system.ts'
import { t } from '#lib/texts/t.ts'
import { page } from '$app/state'
import { fetchActivity } from './activity.ts'
import { followServer } from './follow-server.ts'
import { launchAddress } from './launch.ts'
import type { Launch, PlayRequest } from './launch-steps.ts'
import { intendToPlay } from './play-intent.ts'
import {
  type Playable,
  PlayFailed,
  pageOf,
  readPlayable,
  requestTicket,
  SignedOut,
  startServer,
} from './play-requests.ts'
import { playState, startProblem, startRefusal } from './play-state.ts'
import { watchPresence } from './watch-presence.svelte.ts'

/** An unused join ticket is valid for this long: docs/reference/client-protocol.md#join-ticket. */
const ticketLifetimeMs = 5 * 60_000

/** Time for which the panel says that the player is in the game. */
const farewellMs = 2_500

let current = $state<Launch>()
let panel: Promise<unknown> | undefined
/** Stops what the current step waits for. */
let stopWaiting = () => {}

/** Returns the game that is being started; undefined: none. */
export const launching = (): Launch | undefined => current

/** Starts a game: its server if it needs one, then a ticket, then the installed client. A panel shows the steps. */
export async function play(request: PlayRequest): Promise<void> {
  if (current?.step === 'asking') return
  cancelPlay()
  if (!request.anyway && !hasClient() && lacksClient(navigator, page.data.site.systems)) {
    current = { request, step: 'unable' }
    await showPanel()
    return
  }
  current = { request, step: 'asking' }
  const launch = current
  await attempt(launch, async () => {
    const playable = request.known ?? (await readPlayable(request.place))
    const state = playState(playable.servers[0], playable, { full: false })
    if (state.disabled && !request.seat) throw new PlayFailed(t(state.note ?? state.label), { isFinal: true })
    if (state.action === 'join') {
      await open(launch, playable)
      return
    }
    await startServer(request.place).catch((error: Error) => {
      if (!(error instanceof PlayFailed)) throw error
      throw new PlayFailed(startRefusal(error.message), error)
    })
    if (current !== launch) return
    launch.step = 'starting'
    request.onchange?.()
    await showPanel()
    waitForServer(launch, playable)
  })
}

/** Starts the same game again, from the current state of its server. */
export function playAgain({ request: { known: _known, seat: _seat, ...request } }: Launch): void {
  play(request)
}

/** Starts a game on a device that seems to have no client. */
export function playAnyway({ request }: Launch): void {
  play({ ...request, anyway: true })
}

/** Stops waiting for a game, and closes the panel. A ticket that was issued stays valid. */
export function cancelPlay(): void {
  stopWaiting()
  stopWaiting = () => {}
  current = undefined
}

/** Runs a step. If it fails, the player learns why. */
async function attempt(launch: Launch, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (current !== launch) return
    if (error instanceof SignedOut) {
      intendToPlay(launch.request.place.id)
      location.assign(pageOf(launch.request.place))
      return
    }
    if (!(error instanceof PlayFailed)) throw error
    fail(launch, error.message, error.code)
  }
}

function fail({ request }: Launch, message: string, code?: string): void {
  cancelPlay()
  if (request.onfail) request.onfail(message, code)
  else showToast(message, { tone: 'danger' })
}

function waitForServer(launch: Launch, playable: Playable): void {
  if (current !== launch) return
  const { place, onchange } = launch.request
  const ask = async () =>
    (await fetchActivity(place, place.privateTicket))?.servers[0] ?? ({ state: 'unknown' } as const)
  stopWaiting = followServer(`${playable.orbiterURL.replace(/\/+$/, '')}/${place.id}`, ask, (seen) => {
    onchange?.()
    if (seen.state === 'ready') attempt(launch, () => open(launch, playable))
    else fail(launch, seen.state === 'stopped' ? t('places.play.closed') : startProblem(seen.reason))
  })
}

/** Opens the installed client with a new ticket. */
async function open(launch: Launch, { scheme }: Playable): Promise<void> {
  const { place, seat } = launch.request
  const ticket = seat?.ticket ?? (await requestTicket(place))
  if (current !== launch) return
  launch.address = launchAddress({ scheme, baseUrl: page.data.site.baseUrl }, ticket, place.privateTicket)
  launch.step = 'opening'
  window.location.href = launch.address
  await showPanel()
  const stopWatching = watchPresence(place.id, () => finish(launch))
  const clock = setTimeout(
    () => {
      stopWatching()
      launch.expired = true
    },
    seat ? seat.heldUntil - Date.now() : ticketLifetimeMs,
  )
  stopWaiting = () => {
    stopWatching()
    clearTimeout(clock)
  }
}

function finish(launch: Launch): void {
  if (current !== launch) return
  stopWaiting()
  launch.step = 'playing'
  rememberClient()
  const clock = setTimeout(cancelPlay, farewellMs)
  stopWaiting = () => clearTimeout(clock)
}

/** Entry of the local storage that says that a client on this computer has started a game. */
const clientEntry = 'client'

const rememberClient = () => localStorage.setItem(clientEntry, 'installed')

/** Returns whether the client is known to be installed, because it has played before. */
export const hasClient = (): boolean => localStorage.getItem(clientEntry) !== null

/** Loads the panel when it is first needed. Pages with a Play button do not wait for it. */
function showPanel(): Promise<unknown> {
  panel ??= import('./PlayPanel.svelte').then(
    ({ default: PlayPanel }) =>
      mount(PlayPanel, {
        target: document.body,
        props: { launching, cancelPlay, playAgain, playAnyway, hasClient },
      }),
    () => (panel = undefined),
  )
  return panel
}
