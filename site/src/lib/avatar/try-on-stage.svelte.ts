import { mount } from 'svelte'
import type { BodyColours } from './body.ts'
import { bare, type Garment, type Garments, loadGarments } from './garments.ts'
import TryOnFigure from './TryOnFigure.svelte'

interface Shown {
  colours: BodyColours
  worn: readonly Garment[]
  label: string
}

/** The one figure of the page. Its canvas moves from surface to surface, because browsers allow few graphics contexts. */
let stage:
  | { element: HTMLElement; props: { colours: BodyColours; garments: Garments; label: string } }
  | undefined

/** Shows the figure on a surface once its items are loaded, unless it is no longer wanted. */
export async function enter(
  surface: HTMLElement,
  { colours, worn, label }: Shown,
  isWanted: () => boolean,
): Promise<void> {
  if (!document.createElement('canvas').getContext('webgl2')) return
  const garments = await loadGarments(worn)
  if (!isWanted()) return
  stage ??= open({ colours, garments: bare, label })
  stage.props.colours = colours
  stage.props.garments = garments
  stage.props.label = label
  surface.append(stage.element)
}

/** Takes the figure off a surface. */
export function leave(surface: HTMLElement): void {
  if (stage?.element.parentElement === surface) stage.element.remove()
}

function open(first: { colours: BodyColours; garments: Garments; label: string }) {
  const element = document.createElement('div')
  element.className = 'try-stage'
  const props = $state(first)
  mount(TryOnFigure, { target: element, props })
  return { element, props }
}
