import type { Row, Values } from './row.ts'
import type { World } from './world.ts'

type Given = NonNullable<Row['given']>

/** Prepares once what all of these rows need and leave as it is. It must not depend on the sender. */
export function shared(given: Given): Given {
  const prepared = new WeakMap<World, Promise<Values>>()
  return (world, actor) => {
    const values = prepared.get(world) ?? given(world, actor)
    prepared.set(world, values)
    return values
  }
}

/** Whether the site refuses a row, which then leaves everything as it is. */
export const isRefused = ({ status }: Pick<Row, 'status'>): boolean => status >= 400 || status === 302
