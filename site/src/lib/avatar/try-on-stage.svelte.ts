import { type ComponentProps, mount } from 'svelte'
import type { BodyColours } from './body.ts'
import { type Garment, loadGarments } from './garments.ts'
import TryOnFigure from './TryOnFigure.svelte'

interface Shown {
  colours: BodyColours
  worn: readonly Garment[]
  label: string
}

type Props = ComponentProps<typeof TryOnFigure>

/** The one figure of the page. Its canvas moves from surface to surface, because browsers allow few graphics contexts. */
let stage: { element: HTMLElement; props: Props } | undefined

let drawable: boolean | undefined

/** Whether the browser draws in three dimensions. Tried once, because each trial takes a graphics context. */
function canDraw(): boolean {
  drawable ??= document.createElement('canvas').getContext('webgl2') !== null
  return drawable
}

/** Shows the figure on a surface once its items are loaded, unless it is no longer wanted. */
export async function enter(
  surface: HTMLElement,
  { colours, worn, label }: Shown,
  isWanted: () => boolean,
): Promise<void> {
  if (!canDraw()) return
  const garments = await loadGarments(worn)
  if (!isWanted()) return
  const shown: Props = { colours, garments, label, present: true }
  if (stage) Object.assign(stage.props, shown)
  else stage = open(shown)
  surface.append(stage.element)
}

/** Takes the figure off a surface. */
export function leave(surface: HTMLElement): void {
  if (stage?.element.parentElement !== surface) return
  stage.element.remove()
  stage.props.present = false
}

function open(first: Props) {
  const element = document.createElement('div')
  const props = $state(first)
  mount(TryOnFigure, { target: element, props })
  return { element, props }
}
