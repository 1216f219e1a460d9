import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { link, mkdir, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileReference } from '@baseplate/platform/foundation/file-reference'
import { minute } from '@baseplate/service/clock'
import { temporaryFolder } from '@baseplate/storage/local-files/open'
import { isSafeName, leftOut } from './format.ts'

/** A file as it was when it was staged. A hard link preserves that version when the original is replaced. */
export interface StagedFile {
  path: string
  size: number
  mode: number
  modified: Date
  /** Identity of the file on disk, which all its links share. */
  identity: string
}

/** A snapshot of the files of a data directory. */
export interface Stage {
  /** A folder in `incoming`, where the product's sweep removes it when a backup abandons it. */
  folder: string
  /** Permission bits of the folders; parents come first. */
  folders: Map<string, number>
  /** The staged versions of each file, one for each pass that found a change; the newest is last. */
  files: Map<string, StagedFile[]>
  /** Files that the last pass found. */
  present: Set<string>
  /** Files that changed between the last two passes. */
  changed: Set<string>
  /** Files whose names no archive may have. */
  refused: string[]
  /** Walks the whole data directory. */
  pass(signal: AbortSignal): Promise<void>
  /** Returns the staged files under a file's fallback name. */
  fallbacksOf(reference: FileReference): StagedFile[]
  remove(): Promise<void>
}

/** Touched well within the sweep age, so the sweep never removes a running backup. */
const touchMs = 10 * minute

/**
 * Creates a stage of hard links, which copy no content. The product never writes into a stored file, so a link
 * preserves its content.
 *
 * @param isIncluded whether a file or folder directly in the data directory belongs in the backup.
 */
export async function openStage(
  dataDirectory: string,
  isIncluded: (name: string) => boolean = () => true,
): Promise<Stage> {
  const folder = join(dataDirectory, temporaryFolder, `backup-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  const touching = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => {})
  }, touchMs)
  touching.unref()
  const waiting = new WaitingFiles()
  const stage: Stage = {
    folder,
    folders: new Map(),
    files: new Map(),
    present: new Set(),
    changed: new Set(),
    refused: [],
    async pass(signal) {
      stage.present.clear()
      stage.changed.clear()
      stage.refused = []
      for await (const found of walk(dataDirectory, { folders: stage.folders, isIncluded, signal })) {
        if (!isSafeName(found.name)) stage.refused.push(found.name)
        else if (await add(stage, found)) waiting.add(found.name)
      }
    },
    fallbacksOf: ({ fallback = '' }) =>
      [fallback, ...waiting.namesOf(fallback)].flatMap((name) => stage.files.get(name) ?? []),
    async remove() {
      clearInterval(touching)
      await rm(folder, { recursive: true, force: true })
    },
  }
  return stage
}

interface FoundFile {
  name: string
  path: string
  stats: Stats
}

/** Yields every file of a data directory that belongs in a backup, and records its folders. */
async function* walk(
  dataDirectory: string,
  walking: { folders: Map<string, number>; isIncluded: (name: string) => boolean; signal: AbortSignal },
  at = '',
  /** The folders on the way here. Following a link to one of them would never end. */
  above: ReadonlySet<string> = new Set(),
): AsyncGenerator<FoundFile> {
  for (const entry of await readdir(join(dataDirectory, at)).catch(noneWhenGone)) {
    walking.signal.throwIfAborted()
    const name = at === '' ? entry : `${at}/${entry}`
    const path = join(dataDirectory, name)
    if (at === '' && (leftOut(entry) || !walking.isIncluded(entry))) continue
    const stats = await stat(path).catch(() => undefined)
    if (stats?.isDirectory()) {
      const real = await realpath(path)
      if (above.has(real) || !isSafeName(name)) continue
      walking.folders.set(name, stats.mode & 0o777)
      yield* walk(dataDirectory, walking, name, new Set([...above, real]))
    } else if (stats?.isFile()) {
      yield { name, path, stats }
    }
  }
}

/** Stages a file if it has changed. Returns whether it is new. */
async function add(stage: Stage, { name, path, stats }: FoundFile): Promise<boolean> {
  const taken = stage.files.get(name) ?? []
  if (taken.at(-1)?.identity !== identityOf(stats)) {
    const staged = await take(stage.folder, path).catch(undefinedWhenGone)
    if (!staged) return false
    stage.files.set(name, [...taken, staged])
    stage.changed.add(name)
  }
  stage.present.add(name)
  return taken.length === 0
}

async function take(folder: string, path: string): Promise<StagedFile> {
  const found = await stat(path)
  const staged = join(folder, randomUUID())
  // Without hard links, or on another disk, the file is read in place later.
  const linked = await link(await realpath(path), staged).then(
    () => staged,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error
      return path
    },
  )
  const { size, mode, mtime } = found
  return { path: linked, size, mode: mode & 0o777, modified: mtime, identity: identityOf(found) }
}

const identityOf = ({ dev, ino, mtime, size }: Stats) => `${dev}-${ino}-${mtime.getTime()}-${size}`

/** Names of the files waiting to be stored, by prefix. */
class WaitingFiles {
  readonly #names = new Map<string, string[]>()

  add(name: string): void {
    const { prefix } = /^(?<prefix>next-[^/]+\/.+)\.[^.]+$/.exec(name)?.groups ?? {}
    if (prefix !== undefined) this.#names.set(prefix, [...this.namesOf(prefix), name])
  }

  namesOf(prefix: string): readonly string[] {
    return this.#names.get(prefix) ?? []
  }
}

const noneWhenGone = (error: NodeJS.ErrnoException): string[] => undefinedWhenGone(error) ?? []

function undefinedWhenGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
