import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/service/cannot-start'

/** Light or dark as the device prefers. It has no file. */
const automatic = 'auto'

/** Checks that every theme has a stylesheet. @throws CannotStart */
export async function requireThemes({ Themes }: Pick<Config, 'Themes'>): Promise<void> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@baseplate/site/context'))), 'src/theme')
  for (const [index, { File }] of Themes.entries()) {
    if (File === automatic) continue
    const file = join(folder, `${File}.css`)
    await access(file).catch(() => {
      throw new CannotStart(`Themes.${index}.File: "${File}" is not allowed: there is no file ${file}`)
    })
  }
}
