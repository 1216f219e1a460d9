import { combine, inverse, normalise, type Placement } from '../space.ts'
import type { ModelObject } from './objects.ts'
import { isPart, partsOf, unmoved, type WrittenPart } from './parts.ts'
import { orthonormal, placement, vector } from './values.ts'

/** Classes of hats, the newest last. */
const hatClasses: ReadonlySet<string> = new Set(['Hat', 'Accoutrement', 'Accessory'])

/** From the centre of the head to the attachment point of hats. */
const top: Placement = { ...unmoved, offset: [0, 0.5, 0] }

/**
 * Returns the parts of a hat relative to the centre of the head. Clients weld the part `Handle` to the head: its
 * `AttachmentPoint` is half a stud above the centre ("Accoutrement",
 * create.roblox.com/docs/reference/engine/classes/Accoutrement, and published scripts that weld hats).
 */
export function hatPartsOf(objects: readonly ModelObject[]): WrittenPart[] {
  const hat = find(objects, ({ className }) => hatClasses.has(className))
  const worn = hat ? hat.children : objects
  const handle =
    find(worn, (object) => isPart(object) && object.properties.get('Name') === 'Handle') ?? find(worn, isPart)
  if (!handle) return []
  const attached = combine(top, inverse(hat ? attachmentOf(hat) : unmoved))
  const fromHandle = combine(attached, inverse(placement(handle, 'CFrame') ?? unmoved))
  return partsOf(worn).map((part) => ({ ...part, placement: combine(fromHandle, part.placement) }))
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

/** Reads the attachment point from one property, or from a position and three directions. */
function attachmentOf(hat: ModelObject): Placement {
  const whole = placement(hat, 'AttachmentPoint')
  if (whole) return whole
  const right = normalise(vector(hat, [1, 0, 0], 'AttachmentRight'))
  const up = normalise(vector(hat, [0, 1, 0], 'AttachmentUp'))
  const forward = normalise(vector(hat, [0, 0, -1], 'AttachmentForward'))
  return {
    // The directions are the columns of the matrix.
    rotation: orthonormal([
      [right[0], up[0], -forward[0]],
      [right[1], up[1], -forward[1]],
      [right[2], up[2], -forward[2]],
    ]),
    offset: vector(hat, [0, 0, 0], 'AttachmentPos'),
  }
}
