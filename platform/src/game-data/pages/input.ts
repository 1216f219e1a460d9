import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { isName } from '../rules.ts'

/** The place that an address names. */
export const placeInput = z.object({ id: z.number().int() })

const name = z.string().refine(isName, invalid('data.name_invalid'))

/** An entry. The names are not parsed as the number of a player, because there is no such entry otherwise. */
export const entryInput = placeInput.extend({
  store: name.meta({ description: 'Store of the entry.', example: 'coins' }),
  scope: name.meta({ description: 'Scope of the entry.', example: 'player' }),
  key: name.meta({ description: 'Key of the entry.', example: '12' }),
})

const version = z.string().regex(/^\d{1,15}$/, invalid('data.version_not_kept'))

/** An entry as the page shows it. */
export const entryViewInput = entryInput.extend({
  version: version.optional().meta({
    description: 'Version whose value is shown. Left out: the current one.',
    example: '1796076000000',
  }),
  from: version
    .optional()
    .meta({ description: 'Version that `to` is compared with.', example: '1796076000000' }),
  to: version
    .optional()
    .meta({ description: 'Version that is compared with `from`.', example: '1796079600000' }),
  before: version.optional().meta({
    description: 'Only versions before this one are listed, from `next` of the page before.',
    example: '1796076000000',
  }),
})

/** A change of an entry. `version` is the one that its user has read; 0: the entry was deleted. */
export const changeInput = entryInput.extend({
  version: version.meta({
    description: 'Version of the entry that the user has read. 0: it had no value.',
    example: '1796079600000',
  }),
})

export const editInput = changeInput.extend({
  value: z.string().meta({ description: 'New value as JSON.', example: '{"coins": 12}' }),
})

export const restoreInput = changeInput.extend({
  restored: version.meta({ description: 'Version whose value is restored.', example: '1796076000000' }),
})

export const storesInput = placeInput.extend({
  cursor: name.optional().meta({ description: 'Cursor from `next` of the page before.', example: 'coins' }),
})

export const entriesInput = storesInput.extend({
  store: name.meta({ description: 'Store whose entries are listed.', example: 'coins' }),
  scope: name.optional().meta({
    description: 'Scope whose entries are listed. Left out: the scopes, unless there is only one.',
    example: 'player',
  }),
  prefix: z
    .string()
    .trim()
    .default('')
    .meta({ description: 'Only keys that begin with this text.', example: 'house' }),
})

export const playerInput = placeInput.extend({
  player: z
    .string()
    .trim()
    .default('')
    .meta({ description: 'Username or number of a player. Empty: none.', example: 'Anna' }),
})
