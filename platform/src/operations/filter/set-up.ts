import { openUseCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { type Device, permitFirstAccount, registerInitialAccount, useSession } from '../../sign-in/door.ts'
import { addStarterLists } from './edit.ts'
import { setUpInput } from './input.ts'
import { starterLanguages } from './starter-lists.ts'

type SettingUp = Parameters<typeof registerInitialAccount>[0] & Parameters<typeof addStarterLists>[0]

/** Returns the starter lists that the set-up offers: none where the configuration has words. */
export const listsToOffer = ({ config }: { config: Pick<Config, 'Filtering'> }): readonly string[] =>
  config.Filtering.Words.length === 0 ? starterLanguages : []

/**
 * @returns the session token.
 * @throws as `registerInitialAccount`; InvalidFields `lists`, before there is an account.
 */
export const setUp = openUseCase(
  {
    summary:
      'Creates the first account of an instance and adds the starter lists that its administrator has chosen. Without lists, the home page asks for them.',
    scope: 'browser',
    permit: permitFirstAccount,
    input: setUpInput,
  },
  async (platform: SettingUp, visitor, { lists, ...account }, device: Device): Promise<string> => {
    const token = await registerInitialAccount(platform, visitor, account, device)
    const session = lists.length > 0 ? await useSession(platform, token) : undefined
    if (session) await addStarterLists(platform, session.actor, { lists: lists.join() })
    return token
  },
)
