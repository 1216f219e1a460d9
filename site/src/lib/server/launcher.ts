import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type LauncherPackage, packLauncher } from '@baseplate/minetest/launcher/launcher-package'
import { openSitePicture } from '@baseplate/platform/operations/door'
import type { Catalogue } from '@baseplate/texts/catalogue'
import type { RequestEvent } from '@sveltejs/kit'
import { packingOnce } from './packing-once.ts'

const packOnce = packingOnce(packLauncher)

/** Returns the launcher of the platform; undefined if the platform has another engine, or no key yet. */
export async function findLauncher(event: RequestEvent): Promise<LauncherPackage | undefined> {
  const { platform, branding } = event.locals
  const { Engine, Client, Signing, baseUrl } = platform.config
  const publicKeys = Engine === 'minetest' ? await event.platform?.req.baseplate?.scriptKeys() : undefined
  if (!publicKeys?.length) return undefined
  const { name } = branding
  return packOnce({
    name,
    baseUrl,
    scheme: Client.LauncherScheme,
    brand: Client.Brand,
    signature: { tag: Signing.Tag, hash: Signing.Hash },
    publicKeys,
    icon: await readIcon(event),
    texts: Object.fromEntries(
      branding.languages.map((locale) => [
        new Intl.Locale(locale).language,
        launcherTexts(platform.texts.of(locale), name),
      ]),
    ),
  })
}

async function readIcon({ locals: { platform, branding } }: RequestEvent): Promise<Buffer> {
  const own = branding.icon && (await openSitePicture(platform, branding.icon.name))
  if (own) return buffer(own.stream())
  return readFile(new URL(import.meta.resolve('@baseplate/site/icon')))
}

/** Returns the messages of the launcher: docs/reference/launcher.md#messages. */
const launcherTexts = (texts: Catalogue, name: string): Record<string, string> => ({
  busy: texts.format('launcher.busy'),
  close: texts.format('launcher.close'),
  ended: texts.format('launcher.ended'),
  missing: texts.format('launcher.missing'),
  no_address: texts.format('launcher.no_address'),
  no_folder: texts.format('launcher.no_folder'),
  other_address: texts.format('launcher.other_address', { name }),
  refused: texts.format('launcher.refused'),
  unreachable: texts.format('launcher.unreachable'),
  unreadable: texts.format('launcher.unreadable', { name }),
  unsigned: texts.format('launcher.unsigned', { name }),
  waiting: texts.format('launcher.waiting'),
})
