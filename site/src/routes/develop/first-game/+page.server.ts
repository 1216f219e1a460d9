import { templateCommands } from '@baseplate/minetest/template-commands'
import { requireTemplate } from '#lib/server/game-template.ts'
import { handles } from '#lib/server/operation.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  { scope: 'read', summary: 'Explains the steps from a template to a game that others play.' },
  ({ locals }: PageServerLoadEvent) => {
    requireTemplate(locals.platform.config)
    return {
      /** Address of the template, a ZIP archive. */
      template: '/develop/first-game/template.zip',
      /** Commands for a terminal, one per line. */
      commands: templateCommands,
    }
  },
)
