import { useCase } from '../../accounts/door.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, show } from './decide.ts'
import { undoInput } from './input.ts'
import type { ContentType } from './rules.ts'

/**
 * Returns the type and the name of the content.
 *
 * @throws Refused `forbidden` unless the actor's level is above the owner's; `conflict`: it is not taken down, or it cannot be
 * shown again.
 */
export const undoTakedown = useCase(
  {
    summary: 'Shows content of any kind again that was taken down.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: undoInput,
  },
  async (platform: Moderating, actor, { type, id }): Promise<{ type: ContentType; name: string }> => {
    let name = ''
    const shown = await decide(platform, actor, async (deciding) => {
      const content = await contentKinds[type].find(deciding.db, id)
      if (content?.visibility !== 'Moderated' || !(await show(deciding, content))) return undefined
      name = content.name
      return content
    })
    if (!shown) throw new Refused('takedowns.not_in_force')
    return { type, name }
  },
)
