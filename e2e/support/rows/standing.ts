import type { World } from './world.ts'

/** A moderator acts against a user: `Warning`, `Ban` or `Termination`. */
export async function moderate({ people }: World, username: string, type: string): Promise<void> {
  const fields = { type, reason: 'Cheating', ...(type === 'Ban' && { days: '3' }) }
  const response = await people.moderator.post(`/admin/accounts/${username}?/moderate`, fields)
  if (!response.ok) throw new Error(`${username} was not moderated: ${await response.text()}`)
}

export const ban = (world: World, username: string): Promise<void> => moderate(world, username, 'Ban')
