import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import {
  type LauncherPackage,
  type LaunchingPlatform,
  packLauncher,
} from '@baseplate/minetest/launcher/launcher-package'
import { openSitePicture } from '@baseplate/platform/operations/door'
import type { Catalogue } from '@baseplate/texts/catalogue'
import type { RequestEvent } from '@sveltejs/kit'

/** The newest launcher, by a hash of what it contains. */
let kept: { hash: string; made: Promise<LauncherPackage> } | undefined

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

/** Packs each launcher once, because packing takes longer than the page that shows its version. */
function packOnce(platform: LaunchingPlatform): Promise<LauncherPackage> {
  const { icon, ...others } = platform
  const hash = createHash('sha256').update(JSON.stringify(others)).update(icon).digest('hex')
  if (kept?.hash === hash) return kept.made
  const made = packLauncher(platform)
  kept = { hash, made }
  // The next request retries after an error, such as a full disk.
  made.catch(() => {
    if (kept?.made === made) kept = undefined
  })
  return made
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
