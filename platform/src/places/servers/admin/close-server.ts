import { useCase } from '../../../accounts/door.ts'
import { permissionLevel } from '../../../accounts/rules.ts'
import { placeInput } from '../../input.ts'
import { type ClosingServers, closeServer } from '../close-server.ts'

/** @throws Refused `missing`; `failed`: the orchestrator did not close the server. */
export const closeServerById = useCase(
  {
    summary: 'Closes the dedicated server of any place, if there is one, and ends the game sessions in it.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: placeInput,
  },
  (platform: ClosingServers, actor, place) => closeServer(platform, actor, place),
)
