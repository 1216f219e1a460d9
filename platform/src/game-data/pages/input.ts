import { z } from 'zod'
import { invalid } from '../../foundation/input.ts'
import { isName } from '../rules.ts'

/** The place that an address names. */
export const placeInput = z.object({ id: z.number().int() })

const name = z.string().refine(isName, invalid('data.name_invalid'))

/** An entry. The names are not parsed as the number of a player, because there is no such entry otherwise. */
export const entryInput = placeInput.extend({
  store: name.describe('Store of the entry.'),
  scope: name.describe('Scope of the entry.'),
  key: name.describe('Key of the entry.'),
})

const version = z.string().regex(/^\d{1,15}$/, invalid('data.version_not_kept'))

/** An entry as the page shows it. */
export const entryViewInput = entryInput.extend({
  version: version.optional().describe('Version whose value is shown. Left out: the current one.'),
  from: version.optional().describe('Version that `to` is compared with.'),
  to: version.optional().describe('Version that is compared with `from`.'),
  before: version
    .optional()
    .describe('Only versions before this one are listed, from `next` of the page before.'),
})

/** A change of an entry. `version` is the one that its user has read; 0: the entry was deleted. */
export const changeInput = entryInput.extend({
  version: version.describe('Version of the entry that the user has read. 0: it had no value.'),
})

export const editInput = changeInput.extend({
  value: z.string().describe('New value as JSON.'),
})

export const restoreInput = changeInput.extend({
  restored: version.describe('Version whose value is restored.'),
})

export const storesInput = placeInput.extend({
  cursor: name.optional().describe('Cursor from `next` of the page before.'),
})

export const entriesInput = storesInput.extend({
  store: name.describe('Store whose entries are listed.'),
  scope: name
    .optional()
    .describe('Scope whose entries are listed. Left out: the scopes, unless there is only one.'),
  prefix: z.string().trim().default('').describe('Only keys that begin with this text.'),
})

export const playerInput = placeInput.extend({
  player: z.string().trim().default('').describe('Username or number of a player. Empty: none.'),
})
