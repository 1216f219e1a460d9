import type { Actor } from './rules.ts'

/**
 * The person at the command line of the machine, who may do whatever an administrator may, to administrators as well. The
 * id is shorter than that of any account.
 */
export const operator: Actor = {
  id: 'operator',
  username: 'operator',
  permissionLevel: 6,
  theme: null,
  portrait: null,
  standing: null,
}
