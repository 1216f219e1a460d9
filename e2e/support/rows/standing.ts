import { json } from '../game.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

type Given = NonNullable<Row['given']>

/** A moderator acts against a user: `Warning`, `Ban` or `Termination`. */
export async function moderate({ people }: World, username: string, type: string): Promise<void> {
  const fields = { type, reason: 'Cheating', ...(type === 'Ban' && { days: '3' }) }
  const response = await people.moderator.post(`/admin/accounts/${username}?/moderate`, fields)
  if (!response.ok) throw new Error(`${username} was not moderated: ${await response.text()}`)
}

export const ban = (world: World, username: string): Promise<void> => moderate(world, username, 'Ban')

/** Acts against the sender before the request. */
export const moderatedSender =
  (type: string): Given =>
  async (world, { username = '' }) => {
    await moderate(world, username, type)
    return {}
  }

/** Another user, who is in good standing. */
export const otherUser: Given = async (world) => ({ username: (await world.newcomer()).username })

/** Another user, against whom a moderator has acted. */
export const moderatedUser =
  (type: string): Given =>
  async (world) => {
    const { username } = await world.newcomer()
    await moderate(world, username, type)
    return { username }
  }

/** A registration key. */
export const registrationKey: Given = async ({ people }) =>
  json<{ key: string }>(await people.administrator.post('/admin/regkeys?/create', { uses: '1' }))
