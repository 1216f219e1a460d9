import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import manifest from '../../package.json' with { type: 'json' }
import { compressFiles, type PackagedFile, writeDeb } from './deb.ts'

/** The parts of a platform that its launcher contains. */
export interface LaunchingPlatform {
  name: string
  /** Address of the site, without a trailing slash. */
  baseUrl: string
  /** Scheme of the addresses that the launcher opens. */
  scheme: string
  /** First part of the `User-Agent`. */
  brand: string
  /** Name and hash of the signature of join scripts. */
  signature: { tag: string; hash: 'sha1' | 'sha256' }
  /** Keys whose signatures the launcher accepts: SPKI in PEM form. */
  publicKeys: readonly string[]
  /** A square PNG. */
  icon: Uint8Array
  /** Messages by language, then by entry: docs/reference/launcher.md#messages. */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A package for Debian and its relatives. */
export interface LauncherPackage {
  /** Name of the package, and of the command that it installs. */
  name: string
  /** Changes whenever the content changes. */
  version: string
  fileName: string
  file: Buffer
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string
}

const source = new URL('../../launcher/', import.meta.url)
const scripts = ['windows.sh', 'requests.sh', 'join-script.sh', 'client-settings.sh'] as const

/** Packs the launcher of a platform. The same platform produces the same bytes on every machine. */
export async function packLauncher(platform: LaunchingPlatform): Promise<LauncherPackage> {
  const name = packageNameOf(platform.baseUrl)
  const files = await filesOf(name, platform)
  const data = await compressFiles(files)
  const version = `${manifest.version}+${hashOf(data).slice(0, 8)}`
  const { host, hostname } = new URL(platform.baseUrl)
  const control = {
    Package: name,
    Version: version,
    Section: 'misc',
    Maintainer: `Operators of ${host} <noreply@${hostname}>`,
    Homepage: platform.baseUrl,
    Depends: 'minetest | luanti, curl, openssl',
    Recommends: 'zenity',
    Description: `launcher for the games of ${host}\n Opens the games of ${platform.baseUrl} in Minetest, when\n a player presses Play there.`,
  }
  const file = await writeDeb(control, files, data)
  return { name, version, fileName: `${name}_${version}_all.deb`, file, sha256: hashOf(file) }
}

/**
 * Returns the name of a platform's package. It contains the host, because platforms may share a name, or have a name that is not valid
 * for a package.
 */
export const packageNameOf = (baseUrl: string): string =>
  `baseplate-play-${new URL(baseUrl).host.replaceAll(/[^a-z0-9.]+/g, '-').replaceAll(/^-|-$/g, '')}`

async function filesOf(name: string, platform: LaunchingPlatform): Promise<PackagedFile[]> {
  const folder = `/usr/lib/${name}`
  const read = (file: string) => readFile(new URL(file, source))
  return [
    { path: `/usr/bin/${name}`, content: `#!/bin/sh\nexec ${folder}/launch "$@"\n`, isProgram: true },
    { path: `${folder}/launch`, content: await read('launch'), isProgram: true },
    ...(await Promise.all(
      scripts.map(async (file) => ({ path: `${folder}/${file}`, content: await read(file) })),
    )),
    { path: `${folder}/platform`, content: linesOf(settingsOf(platform)) },
    ...platform.publicKeys.map((pem, index) => ({ path: `${folder}/keys/${index + 1}.pem`, content: pem })),
    ...Object.entries(platform.texts).map(([language, texts]) => ({
      path: `${folder}/texts/${language}`,
      content: linesOf(texts),
    })),
    { path: `/usr/share/applications/${name}.desktop`, content: desktopEntry(name, folder, platform) },
    { path: `/usr/share/pixmaps/${name}.png`, content: platform.icon },
    { path: `/usr/share/doc/${name}/copyright`, content: await read('../../LICENSE') },
  ]
}

const settingsOf = ({ name, baseUrl, scheme, brand, signature }: LaunchingPlatform) => ({
  name,
  base_url: new URL(baseUrl).origin,
  scheme,
  brand,
  ...signature,
})

/** The scripts read one line for each entry. */
const linesOf = (entries: Readonly<Record<string, string>>): string =>
  Object.entries(entries)
    .map(([entry, value]) => `${entry}=${value.replaceAll(/\s+/g, ' ')}\n`)
    .join('')

/** Returns the file with which desktops open the scheme (Desktop Entry Specification). */
const desktopEntry = (name: string, folder: string, platform: LaunchingPlatform) => `[Desktop Entry]
Type=Application
Name=${platform.name.replaceAll('\\', '\\\\').replaceAll(/\s+/g, ' ')}
Exec=${folder}/launch %u
Icon=${name}
Terminal=false
NoDisplay=true
Categories=Game;
MimeType=x-scheme-handler/${platform.scheme};
`

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
