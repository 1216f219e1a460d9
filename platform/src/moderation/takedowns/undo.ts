import { type Actor, isModerator } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, show } from './decide.ts'
import { undoInput } from './input.ts'
import type { ContentType } from './rules.ts'

/**
 * Shows content of any kind again that was taken down.
 *
 * @param input `type`, `id`
 * @returns its type and name.
 * @throws InvalidFields; Refused `forbidden` unless the actor is a moderator of a level above the owner's; `conflict`: it is not
 * taken down, or it cannot be shown again.
 */
export async function undoTakedown(
  platform: Moderating,
  actor: Actor,
  input: unknown,
): Promise<{ type: ContentType; name: string }> {
  if (!isModerator(actor)) throw new Refused('takedowns.moderators_only')
  const { type, id } = parseInput(undoInput, input)
  let name = ''
  const shown = await decide(platform, actor, async (deciding) => {
    const content = await contentKinds[type].find(deciding.db, id)
    if (content?.visibility !== 'Moderated' || !(await show(deciding, content))) return undefined
    name = content.name
    return content
  })
  if (!shown) throw new Refused('takedowns.not_in_force')
  return { type, name }
}
