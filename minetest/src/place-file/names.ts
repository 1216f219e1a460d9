import { fault } from './fault.ts'

/** Maximum bytes of a path, and of a part of it, which file systems limit to 255. */
const maxPathBytes = 1_000
const maxPartBytes = 255

/** Whether a path may be unpacked: relative, below its folder, and the same file on every system. A folder ends in a slash. */
export function isSafe(path: string): boolean {
  if (/[\p{Cc}\\]|^\/|^[A-Za-z]:/u.test(path) || !path.isWellFormed()) return false
  if (Buffer.byteLength(path) > maxPathBytes) return false
  const parts = path.replace(/\/$/, '').split('/')
  return parts.every(
    (part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= maxPartBytes,
  )
}

/** The folders of a path, each without its slash. */
const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/**
 * Checks the paths of an archive. No two are the same, and no file is also a folder.
 *
 * @param portable whether they also have to differ on a file system that ignores case or the form of accents
 * @throws PlaceFileFault
 */
export function checkNames(paths: readonly string[], portable: boolean): void {
  /** By the form that such a file system compares. */
  const spellings = new Map<string, string>()
  const files = new Set<string>()
  const keyOf = (name: string) => (portable ? name.normalize('NFC').toLowerCase() : name)
  const note = (name: string, path: string) => {
    const known = spellings.get(keyOf(name))
    if (known !== undefined && known !== name) throw fault('same_name', { file: path, other: known })
    spellings.set(keyOf(name), name)
  }
  const folders = new Set<string>()
  for (const path of paths) {
    if (!isSafe(path)) throw fault('bad_name', { file: path })
    for (const folder of foldersOf(path)) {
      note(folder, path)
      folders.add(folder)
    }
    if (path.endsWith('/')) continue
    note(path, path)
    if (files.has(path)) throw fault('same_name', { file: path, other: path })
    files.add(path)
  }
  for (const file of files) if (folders.has(file)) throw fault('same_name', { file, other: `${file}/` })
}
