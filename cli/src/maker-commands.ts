import { type Command, InvalidArgumentError } from 'commander'
import type { PublishOptions } from './commands/publish.ts'

/** Adds the commands for makers, which work on a site from anywhere. */
export function addMakerCommands(program: Command): void {
  program
    .command('publish')
    .description('publish a place file at a site; continues after interruptions')
    .argument('<file>')
    .requiredOption('--place <id>', 'the number in the address of the place', placeId)
    .requiredOption('--url <address>', 'the site, such as https://games.example')
    .option(
      '--token-file <file>',
      'a file with an access token (scope places:write) instead of BASEPLATE_TOKEN',
    )
    .option('--note <text>', 'what is new, for players')
    .option(
      '--replaces <version>',
      'publish only if this is the newest version; 0: the place has no file',
      version,
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 published, 1 refused, 3 the site cannot be reached, 4 another version came first.',
    )
    .action(async (file: string, options: PublishOptions) => {
      const { publish } = await import('./commands/publish.ts')
      await publish(file, options)
    })
}

function placeId(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be the number of a place.')
  return text
}

function version(text: string): string {
  if (!/^(0|[1-9]\d{0,8})$/.test(text)) throw new InvalidArgumentError('It must be the number of a version.')
  return text
}
