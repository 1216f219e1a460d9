import { type GameError, listGameErrors } from '@baseplate/minetest/log/game-errors'
import { useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import { placeInput } from '../input.ts'
import { maxLogBytes, type Reading, readLog } from './read-log.ts'

/** The errors of a game as its makers see them. */
export interface GameErrors {
  id: number
  name: string
  slug: string
  /** The latest first. Null: the orchestrator cannot be reached, or the platform has none. */
  errors: GameError[] | null
}

/** @throws Refused `missing`: no such place, or the platform's engine is another; `forbidden`: the actor does not manage the place. */
export const viewGameErrors = useCase(
  {
    summary:
      "Lists the errors of a game's Lua that are in the output of its dedicated servers, and the warnings that name a file of the game: each once per version of the game, the latest first.",
    scope: 'places:write',
    input: placeInput,
  },
  async (
    platform: Reading & { config: Pick<Config, 'Engine'> },
    actor,
    { id: placeId },
  ): Promise<GameErrors> => {
    if (platform.config.Engine !== 'minetest') throw new Refused('servers.errors_unknown')
    const { log, ...place } = await readLog(platform, actor, placeId, maxLogBytes)
    return { ...place, errors: log === null ? null : listGameErrors(log) }
  },
)
