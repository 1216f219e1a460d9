import { registerInitialAccount } from '../../accounts/registration/register.ts'
import { type Device, useSession } from '../../accounts/sessions/sessions.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { parseInput } from '../../foundation/input.ts'
import { addStarterLists } from './edit.ts'
import { addInput } from './input.ts'
import { starterLanguages } from './starter-lists.ts'

type SettingUp = Parameters<typeof registerInitialAccount>[0] & Parameters<typeof addStarterLists>[0]

/** Returns the starter lists that the set-up offers: none where the configuration has words. */
export const listsToOffer = ({ config }: { config: Pick<Config, 'Filtering'> }): readonly string[] =>
  config.Filtering.Words.length === 0 ? starterLanguages : []

/**
 * Creates the first account of an instance and adds the starter lists that its administrator has chosen. Without lists, the home
 * page asks for them.
 *
 * @param input as of `registerInitialAccount`, with `lists`
 * @returns the session token.
 * @throws as `registerInitialAccount`; InvalidFields `lists`, before there is an account.
 */
export async function setUp(platform: SettingUp, input: unknown, device: Device): Promise<string> {
  const { lists } = parseInput(addInput, input)
  const token = await registerInitialAccount(platform, input, device)
  const session = lists.length > 0 ? await useSession(platform, token) : undefined
  if (session) await addStarterLists(platform, session.actor, input)
  return token
}
