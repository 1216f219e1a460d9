import type { Config } from '@baseplate/platform/foundation/config/schema'
import type { Command } from 'commander'

export function addTextCommands(program: Command, load: () => Promise<Config>): void {
  const texts = program.command('texts').description('change the texts of pages and mail, or add a language')
  texts
    .command('print')
    .description('print the shipped texts of a language, to start a file of texts from')
    .argument('[language]', 'en or de', 'en')
    .action(async (language: string) => {
      const { printTexts } = await import('./commands/texts.ts')
      await printTexts(language)
    })
  texts
    .command('check')
    .description('check the files in texts/ of the data directory')
    .action(async () => {
      const { checkTexts } = await import('./commands/texts.ts')
      await checkTexts(await load())
    })
}
