import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { minute } from '@baseplate/platform/foundation/clock'
import type { FileReference } from '@baseplate/platform/foundation/file-reference'
import { temporaryFolder } from '@baseplate/platform/foundation/files'
import { isSafeName, leftOut } from './format.ts'

/** A file as it was when it was taken: a second name keeps it so, whatever becomes of the first. */
export interface StagedFile {
  path: string
  size: number
  mode: number
  modified: Date
  /** Names of one file on disk have one identity. */
  identity: string
}

/** What a data directory holds, held still. */
export interface Stage {
  /** Among what arrives in the data directory, where the product removes it when it was left for some time. */
  folder: string
  /** Permission bits of the folders, those above first. */
  folders: Map<string, number>
  /** What each file was at the passes at which it was not as before; the newest last. */
  files: Map<string, StagedFile[]>
  /** Files that were there at the last pass. */
  present: Set<string>
  /** Files that were not at the last pass what they were at the one before. */
  changed: Set<string>
  /** Files with names that no archive should have. */
  refused: string[]
  /** Goes through the whole data directory. */
  pass(signal: AbortSignal): Promise<void>
  /** What was taken under the name of a file's twin. */
  twinsOf(named: FileReference): StagedFile[]
  remove(): Promise<void>
}

/** Touched well within the sweep age, so the sweep never removes a running backup. */
const touchMs = 10 * minute

/** The product never writes into a file that is in place, so a link to it keeps its content, at no cost. */
export async function openStage(dataDirectory: string): Promise<Stage> {
  const folder = join(dataDirectory, temporaryFolder, `backup-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  const touching = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => {})
  }, touchMs)
  touching.unref()
  let links = 0
  /** The names of what waits to be put in place, by their beginnings. */
  const waiting = new Map<string, string[]>()

  const take = async (path: string): Promise<StagedFile> => {
    const found = await stat(path)
    const staged = join(folder, String(links++))
    // Where there are no links, or the folder is on another disk, it is read where it is, later.
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
    twinsOf: ({ twin = '' }) =>
      [twin, ...(waiting.get(twin) ?? [])].flatMap((name) => stage.files.get(name) ?? []),
    async remove() {
      clearInterval(touching)
      await rm(folder, { recursive: true, force: true })
    },
  }

  /** @param above the folders that lead here: a link to one of them would go round for ever. */
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
