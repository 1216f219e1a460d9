import { inverse, normalise, type Placement, within } from '../space.ts'
import type { ModelObject } from './objects.ts'
import { isPart, partsOf, unmoved, type WrittenPart } from './parts.ts'
import { placement, squared, vector } from './values.ts'

/** What is worn is of one of these classes; the last is the newest. */
const hatClasses: ReadonlySet<string> = new Set(['Hat', 'Accoutrement', 'Accessory'])

/** From the middle of a head to where hats are put on. */
const top: Placement = { ...unmoved, offset: [0, 0.5, 0] }

/**
 * The parts of a hat about the middle of the head that wears it. Clients weld the part `Handle` to the head: its
 * `AttachmentPoint` comes half a stud above the head's middle ("Accoutrement",
 * create.roblox.com/docs/reference/engine/classes/Accoutrement, and scripts that put hats on with a weld of these two).
 */
export function hatPartsOf(objects: readonly ModelObject[]): WrittenPart[] {
  const hat = find(objects, ({ className }) => hatClasses.has(className))
  const worn = hat ? hat.children : objects
  const handle =
    find(worn, (object) => isPart(object) && object.properties.get('Name') === 'Handle') ?? find(worn, isPart)
  if (!handle) return []
  const attached = within(top, inverse(hat ? attachmentOf(hat) : unmoved))
  const fromHandle = within(attached, inverse(placement(handle, 'CFrame') ?? unmoved))
  return partsOf(worn).map((part) => ({ ...part, placement: within(fromHandle, part.placement) }))
}

function find(
  objects: readonly ModelObject[],
  is: (object: ModelObject) => boolean,
): ModelObject | undefined {
  for (const object of objects) {
    const found = is(object) ? object : find(object.children, is)
    if (found) return found
  }
  return undefined
}

/** Where a hat is held, on its handle: as one property, or as a position and three directions. */
function attachmentOf(hat: ModelObject): Placement {
  const whole = placement(hat, 'AttachmentPoint')
  if (whole) return whole
  const right = normalise(vector(hat, [1, 0, 0], 'AttachmentRight'))
  const up = normalise(vector(hat, [0, 1, 0], 'AttachmentUp'))
  const forward = normalise(vector(hat, [0, 0, -1], 'AttachmentForward'))
  return {
    // The directions are the columns.
    rotation: squared([
      [right[0], up[0], -forward[0]],
      [right[1], up[1], -forward[1]],
      [right[2], up[2], -forward[2]],
    ]),
    offset: vector(hat, [0, 0, 0], 'AttachmentPos'),
  }
}
