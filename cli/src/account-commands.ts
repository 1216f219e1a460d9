import type { Config } from '@baseplate/platform/foundation/config/schema'
import { type Command, Option } from 'commander'
import { wholeNumber } from './whole-number.ts'

/** Adds the commands for accounts. The site may be running. */
export function addAccountCommands(program: Command, load: () => Promise<Config>): void {
  addUserCommands(program, load)
  program
    .command('setup-link')
    .description('print the link with which the first account, the administrator’s, is created')
    .action(async () => {
      const { printSetupLink } = await import('./commands/user.ts')
      await printSetupLink(await load())
    })
  program
    .command('regkey')
    .description('make registration keys')
    .command('create')
    .description('make a registration key and print it')
    .option('--uses <count>', 'accounts that can register with it', wholeNumber, 1)
    .option('--expires <time>', 'UTC, such as 2030-01-31T12:00; without it the key does not expire')
    .action(async (options: { uses: number; expires?: string }) => {
      const { createRegkey } = await import('./commands/regkey.ts')
      await createRegkey(await load(), options)
    })
}

function addUserCommands(program: Command, load: () => Promise<Config>): void {
  const user = program.command('user').description('manage an account; the site may be running')
  user
    .command('create')
    .description('create an account; asks for its password, or reads it from standard input, or makes one')
    .argument('<username>')
    .addOption(
      new Option('--level <level>', 'the first account is the administrator’s: 5')
        .choices(['1', '2', '3', '4', '5'])
        .default('1'),
    )
    .action(async (username: string, { level }: { level: string }) => {
      const { createUserAccount } = await import('./commands/user.ts')
      await createUserAccount(await load(), username, Number(level))
    })
  user
    .command('list')
    .description('list the accounts: username, level and time of creation, separated by tabs')
    .option('--level <level>', 'only accounts of this level and above', wholeNumber, 1)
    .action(async ({ level }: { level: number }) => {
      const { printUsers } = await import('./commands/user.ts')
      await printUsers(await load(), level)
    })
  user
    .command('level')
    .description(
      'set a permission level: 1 user, 2 verified, 3 catalog manager, 4 moderator, 5 administrator',
    )
    .argument('<username>')
    .argument('<level>', '1 to 5')
    .action(async (username: string, level: string) => {
      const { setUserLevel } = await import('./commands/user.ts')
      await setUserLevel(await load(), username, level)
    })
  user
    .command('reset-password')
    .description('print a link with which the owner sets a new password')
    .argument('<username>')
    .action(async (username: string) => {
      const { printResetLink } = await import('./commands/user.ts')
      await printResetLink(await load(), username)
    })
  user
    .command('reset-factors')
    .description('remove the second factors of an owner who has lost them')
    .argument('<username>')
    .action(async (username: string) => {
      const { resetUserFactors } = await import('./commands/user.ts')
      await resetUserFactors(await load(), username)
    })
}
