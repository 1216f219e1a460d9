import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { minute } from '@baseplate/platform/foundation/clock'
import type { FileReference } from '@baseplate/platform/foundation/file-reference'
import { temporaryFolder } from '@baseplate/platform/foundation/files'
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
  fallbacksOf(named: FileReference): StagedFile[]
  remove(): Promise<void>
}

/** Touched well within the sweep age, so the sweep never removes a running backup. */
const touchMs = 10 * minute

/**
 * Creates a stage of hard links, which copy no content. The product never writes into a stored file, so a link
 * preserves its content.
 */
export async function openStage(dataDirectory: string): Promise<Stage> {
  const folder = join(dataDirectory, temporaryFolder, `backup-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  const touching = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => {})
  }, touchMs)
  touching.unref()
  let links = 0
  /** Names of the files waiting to be stored, by prefix. */
  const waiting = new Map<string, string[]>()

  const take = async (path: string): Promise<StagedFile> => {
    const found = await stat(path)
    const staged = join(folder, String(links++))
    // Without hard links, or on another disk, the file is read in place later.
    const kept = await link(await realpath(path), staged).then(
      () => staged,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw error
        return path
      },
    )
    const { size, mode, mtime, dev, ino } = found
    return {
      path: kept,
      size,
      mode: mode & 0o777,
      modified: mtime,
      identity: `${dev}-${ino}-${mtime.getTime()}-${size}`,
    }
  }

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
      await walk('', new Set(), signal)
    },
    fallbacksOf: ({ fallback = '' }) =>
      [fallback, ...(waiting.get(fallback) ?? [])].flatMap((name) => stage.files.get(name) ?? []),
    async remove() {
      clearInterval(touching)
      await rm(folder, { recursive: true, force: true })
    },
  }

  /** @param above the folders on the way here; following a link to one of them would never end. */
  const walk = async (at: string, above: ReadonlySet<string>, signal: AbortSignal): Promise<void> => {
    for (const entry of await readdir(join(dataDirectory, at)).catch(noneWhenGone)) {
      signal.throwIfAborted()
      const name = at === '' ? entry : `${at}/${entry}`
      const path = join(dataDirectory, name)
      if (at === '' && leftOut(entry)) continue
      const found = await stat(path).catch(() => undefined)
      if (found?.isDirectory()) {
        const real = await realpath(path)
        if (above.has(real) || !isSafeName(name)) continue
        stage.folders.set(name, found.mode & 0o777)
        await walk(name, new Set([...above, real]), signal)
      } else if (found?.isFile()) {
        if (!isSafeName(name)) stage.refused.push(name)
        else await note(name, path, `${found.dev}-${found.ino}-${found.mtime.getTime()}-${found.size}`)
      }
    }
  }

  const note = async (name: string, path: string, identity: string) => {
    const taken = stage.files.get(name) ?? []
    if (taken.at(-1)?.identity !== identity) {
      const staged = await take(path).catch(undefinedWhenGone)
      if (!staged) return
      if (taken.length === 0) noteWaiting(name)
      stage.files.set(name, [...taken, staged])
      stage.changed.add(name)
    }
    stage.present.add(name)
  }

  const noteWaiting = (name: string) => {
    const { beginning } = /^(?<beginning>next-[^/]+\/.+)\.[^.]+$/.exec(name)?.groups ?? {}
    if (beginning !== undefined) waiting.set(beginning, [...(waiting.get(beginning) ?? []), name])
  }

  return stage
}

const noneWhenGone = (error: NodeJS.ErrnoException): string[] => undefinedWhenGone(error) ?? []

function undefinedWhenGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
