import { wornWith } from '@baseplate/platform/avatars/rules'
import { t } from '#lib/texts/t.ts'
import type { BodyColours } from './body.ts'
import type { Garment } from './garments.ts'

/** Delay of a hover, so that a pointer that only passes over a card starts nothing. */
const intentMs = 140

/** How long the player's own look is cached. It may change in another tab. */
const lookFreshMs = 10_000

interface Look {
  colours: BodyColours
  worn: Garment[]
}

let look: { requestedAt: number; loaded: Promise<Look> } | undefined

/**
 * Dresses the player's own figure in the item that is hovered, focused or pressed. The figure stands on the element with
 * `data-try`. Its value lists items as `type:id`; with `data-try-look`, they replace everything that the player wears.
 */
export function watchTries(container: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown: HTMLElement | undefined
  let pinned = false

  const start = (surface: HTMLElement, pin: boolean) => {
    clearTimeout(timer)
    pinned = pin
    if (shown === surface) return mark(surface, pin)
    end()
    pinned = pin
    shown = surface
    mark(surface, pin)
    void dress(surface, () => shown === surface)
  }
  const end = () => {
    clearTimeout(timer)
    if (!shown) return
    mark(shown, false)
    const previous = shown
    shown = undefined
    pinned = false
    void import('./try-on-stage.svelte.ts').then(({ leave }) => leave(previous))
  }
  const over = ({ target, pointerType }: PointerEvent) => {
    const surface = surfaceOf(target)
    if (pointerType !== 'mouse' || !surface || surface === shown) return
    clearTimeout(timer)
    timer = setTimeout(() => start(surface, false), intentMs)
  }
  const out = ({ target, relatedTarget, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse' || surfaceOf(relatedTarget) === surfaceOf(target)) return
    clearTimeout(timer)
    if (!pinned) end()
  }
  const focus = ({ target }: FocusEvent) => {
    const surface = surfaceOf(target)
    if (surface && surface !== shown && (target as Element).matches(':focus-visible')) start(surface, false)
  }
  const blur = ({ target, relatedTarget }: FocusEvent) => {
    if (surfaceOf(relatedTarget) !== surfaceOf(target) && !pinned) end()
  }
  const press = (event: MouseEvent) => {
    const surface = buttonOf(event.target) && surfaceOf(event.target)
    if (!surface) return
    event.preventDefault()
    if (shown === surface && pinned) end()
    else start(surface, true)
  }
  const listeners = { pointerover: over, pointerout: out, focusin: focus, focusout: blur, click: press }
  for (const [type, listener] of Object.entries(listeners))
    container.addEventListener(type, listener as EventListener)
  return () => {
    end()
    for (const [type, listener] of Object.entries(listeners))
      container.removeEventListener(type, listener as EventListener)
  }
}

const buttonOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-try-button]') : null

/** Returns the element that the figure stands on. Links may cover it, so its whole scope counts. */
const surfaceOf = (target: EventTarget | null): HTMLElement | null =>
  (target instanceof Element &&
    target.closest('[data-try-scope]')?.querySelector<HTMLElement>('[data-try]')) ||
  null

function mark(surface: HTMLElement, pressed: boolean): void {
  const scope = surface.closest('[data-try-scope]') ?? surface
  scope.querySelector('[data-try-button]')?.setAttribute('aria-pressed', String(pressed))
}

async function dress(surface: HTMLElement, isWanted: () => boolean): Promise<void> {
  const tried = (surface.dataset.try ?? '').split(',').flatMap((item) => {
    const [type, id] = item.split(':').map(Number)
    return type && id ? [{ type, id }] : []
  })
  surface.dataset.trying = ''
  try {
    const [{ enter }, own] = await Promise.all([import('./try-on-stage.svelte.ts'), ownLook()])
    if (!isWanted()) return
    const worn = surface.dataset.tryLook === undefined ? wornWith(own.worn, tried) : tried
    await enter(surface, { colours: own.colours, worn, label: t('dressing.try.figure') }, isWanted)
  } catch {
    // The picture of the item stays, as without a graphics context.
  } finally {
    delete surface.dataset.trying
  }
}

function ownLook(): Promise<Look> {
  if (!look || Date.now() - look.requestedAt > lookFreshMs) {
    const loaded = fetch('/character/look').then(async (response) => {
      if (!response.ok) throw new Error(`/character/look returned ${response.status}`)
      return (await response.json()) as Look
    })
    loaded.catch(() => (look = undefined))
    look = { requestedAt: Date.now(), loaded }
  }
  return look.loaded
}
