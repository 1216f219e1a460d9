import { type Zippable, zipSync } from 'fflate'

/** Text of files by their paths in an archive. */
export type Files = Readonly<Record<string, string>>

/** Packs files into a ZIP archive. */
export function zipOf(files: Files): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])
  return zipSync(Object.fromEntries(entries), { level: 1 })
}

/** Packs an entry of this type of file, such as `0o120000`, a link. */
export function zipOfType(path: string, type: number, text: string): Uint8Array<ArrayBuffer> {
  const entry: Zippable[string] = [new TextEncoder().encode(text), { os: 3, attrs: (type | 0o777) * 0x10000 }]
  return zipSync({ [path]: entry })
}

/** Returns a game whose only mod has this code. */
export const gameOf = (code: string, more: Files = {}): Files => ({
  'game.conf': 'title = Test\n',
  'mods/test/mod.conf': 'name = test\n',
  'mods/test/init.lua': code,
  ...more,
})
