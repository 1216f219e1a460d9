import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'

/** A file of a package, or a symbolic link. */
export interface PackagedFile {
  /** Absolute path on the player's computer. */
  path: string
  content: Uint8Array | string
  /** Whether it can be run. */
  isProgram?: boolean
}

/** The fields of a package's control file that its writer decides. */
export interface Control {
  Package: string
  Version: string
  Section: string
  Maintainer: string
  Homepage: string
  Depends: string
  Recommends: string
  /** One line, and more lines that are indented by a space. */
  Description: string
}

/** Time of all files, so that equal input makes equal packages. */
const made = new Date('2026-01-01T00:00:00Z')

/**
 * Writes a Debian package that suits every machine and runs no scripts when it is installed (deb(5)). Equal input makes equal bytes.
 *
 * @param compressedData files of `compressFiles`
 */
export async function writeDeb(
  control: Control,
  files: readonly PackagedFile[],
  compressedData: Uint8Array,
): Promise<Buffer> {
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  const fields = {
    ...control,
    Architecture: 'all',
    Priority: 'optional',
    'Installed-Size': Math.ceil(bytes / 1_024),
  }
  const controlFile = Object.entries(fields).map(([field, value]) => `${field}: ${value}\n`)
  const sums = files.map(({ path, content }) => `${md5(content)}  ${path.slice(1)}\n`)
  const compressedControl = await compressFiles([
    { path: '/control', content: controlFile.join('') },
    { path: '/md5sums', content: sums.join('') },
  ])
  return Buffer.concat([
    Buffer.from('!<arch>\n'),
    member('debian-binary', Buffer.from('2.0\n')),
    member('control.tar.gz', compressedControl),
    member('data.tar.gz', compressedData),
  ])
}

/** Packs files, and the folders above them, as a compressed archive. */
export async function compressFiles(files: readonly PackagedFile[]): Promise<Buffer> {
  const owner = { mtime: made, uid: 0, gid: 0, uname: 'root', gname: 'root' }
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)))
  const archive = await packTar([
    ...[...folders].toSorted().map((folder) => ({
      header: { ...owner, name: `.${folder}`, type: 'directory' as const, mode: 0o755, size: 0 },
    })),
    ...files.map(({ path, content, isProgram = false }) => ({
      header: {
        ...owner,
        name: `.${path}`,
        type: 'file' as const,
        mode: isProgram ? 0o755 : 0o644,
        size: Buffer.byteLength(content),
      },
      body: content,
    })),
  ])
  return gzipSync(archive, { level: 9 })
}

/** Returns the folders above a path, each with a slash at its end. */
const foldersOf = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))

const md5 = (content: Uint8Array | string) => createHash('md5').update(content).digest('hex')

/** Returns a member of an archive of `ar`: a header of 60 bytes, and the content up to an even length. */
function member(name: string, content: Uint8Array): Buffer {
  const fields = [
    name.padEnd(16),
    String(made.getTime() / 1_000).padEnd(12),
    '0'.padEnd(6),
    '0'.padEnd(6),
    '100644'.padEnd(8),
    String(content.byteLength).padEnd(10),
  ]
  return Buffer.concat([
    Buffer.from(`${fields.join('')}\`\n`),
    content,
    Buffer.alloc(content.byteLength % 2, '\n'),
  ])
}
