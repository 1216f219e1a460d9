import { z } from 'zod'
import { searchText } from '../../../foundation/form-values.ts'
import { invalid } from '../../../foundation/input.ts'
import { serverKinds, serverSorts, serverStates } from './rules.ts'

/** An optional choice of a filter. Unknown values are ignored. */
const choice = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.enum(values).optional().catch(undefined)

/** `q` is part of the place's name, its owner's whole name, or the place's id. */
export const listInput = z.object({
  q: searchText,
  state: choice(serverStates),
  kind: choice(serverKinds),
  sort: choice(serverSorts).default('newest'),
  cursor: z.string().optional(),
})

export type ServerFilter = z.output<typeof listInput>

const wrongPlace = invalid('servers.place_id_invalid')

/** The id of a place, or its address as copied from a browser. */
export const startInput = z.object({
  id: z
    .string(wrongPlace)
    .trim()
    .regex(/^(\S*\/place\/)?[1-9]\d{0,8}(\/\S*)?$/, wrongPlace)
    .transform((typed) => Number(/^(?:\S*\/place\/)?(\d+)/.exec(typed)?.[1])),
})
