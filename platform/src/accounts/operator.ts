import type { Actor } from './rules.ts'

/**
 * The operator at the command line of the machine. Has an administrator's rights, over administrators as well. The id is
 * shorter than any account's.
 */
export const operator: Actor = {
  id: 'operator',
  username: 'operator',
  permissionLevel: 6,
  theme: null,
  portrait: null,
  standing: null,
}
