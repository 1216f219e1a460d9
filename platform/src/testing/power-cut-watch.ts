import fs from 'node:fs'
import fsPromises, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import type { Disk } from './power-cut-disk.ts'

const changing = [
  'rename',
  'link',
  'rm',
  'unlink',
  'mkdir',
  'rmdir',
  'copyFile',
  'truncate',
  'writeFile',
  'appendFile',
]
const changingHandle = ['write', 'writev', 'writeFile', 'appendFile', 'truncate', 'sync', 'datasync']

const changingFile = ['writeSync', 'writevSync', 'fsyncSync', 'fdatasyncSync', 'ftruncateSync']

/** Functions that make a file or folder durable. */
const syncs = new Set(['sync', 'datasync', 'fsyncSync', 'fdatasyncSync'])

type Call = (this: unknown, ...args: unknown[]) => unknown

/** Replaces functions of an object until the returned function is called. */
function replace(
  object: object,
  names: readonly string[],
  by: (original: Call, name: string) => Call,
): () => void {
  const originals = names.map((name) => [name, Reflect.get(object, name)] as const)
  for (const [name, original] of originals) Reflect.set(object, name, by(original, name))
  return () => {
    for (const [name, original] of originals) Reflect.set(object, name, original)
  }
}

/** Shows a disk each change of its folder, until the returned function is called. */
export async function watchChanges(disk: Disk, root: string): Promise<() => void> {
  const seen = new Changes(disk)
  const restores = [...watchFiles(seen, await prototypeOfHandles(root)), ...watchNames(seen)]
  syncBuiltinESMExports()
  return () => {
    for (const restore of restores) restore()
    syncBuiltinESMExports()
  }
}

/** Tells the disk about changes. */
class Changes {
  readonly #disk: Disk
  /** Open files of the folder, and whether each write to them is synced. */
  readonly #files = new Map<number, { isSynced: boolean }>()

  constructor(disk: Disk) {
    this.#disk = disk
  }

  opened(fd: number, path: unknown, flags: unknown): void {
    this.#files.delete(fd)
    if (!this.#disk.has(path)) return
    const isSynced = typeof flags === 'number' && (flags & fs.constants.O_DSYNC) === fs.constants.O_DSYNC
    this.#files.set(fd, { isSynced })
    this.#disk.cut()
  }

  changed(fd: number, name: string): void {
    const file = this.#files.get(fd)
    const isSync = syncs.has(name)
    const isWrite = /^(?:write|append)/.test(name)
    // A state with writes that are not synced is recorded before the next change that is not a write.
    if (file === undefined || (isWrite && !file.isSynced)) return
    if (isSync) this.#disk.cut()
    if (isSync || isWrite) this.#disk.sync(fd)
    this.#disk.cut()
  }

  /** Records the states before or after a change of names. */
  at(paths: readonly unknown[]): void {
    if (paths.some((path) => this.#disk.has(path))) this.#disk.cut()
  }
}

function watchFiles(seen: Changes, handles: object): (() => void)[] {
  return [
    replace(
      fsPromises,
      ['open'],
      (original) =>
        async function (...args) {
          const file = (await original.apply(this, args)) as FileHandle
          seen.opened(file.fd, args[0], args[1])
          return file
        },
    ),
    replace(
      fs,
      ['openSync'],
      (original) =>
        function (...args) {
          const fd = original.apply(this, args) as number
          seen.opened(fd, args[0], args[1])
          return fd
        },
    ),
    replace(
      handles,
      changingHandle,
      (original, name) =>
        async function (...args) {
          const { fd } = this as FileHandle
          const result = await original.apply(this, args)
          seen.changed(fd, name)
          return result
        },
    ),
    replace(
      fs,
      changingFile,
      (original, name) =>
        function (...args) {
          const result = original.apply(this, args)
          seen.changed(args[0] as number, name)
          return result
        },
    ),
  ]
}

function watchNames(seen: Changes): (() => void)[] {
  return [
    replace(
      fsPromises,
      changing,
      (original) =>
        async function (...args) {
          seen.at(args.slice(0, 2))
          const result = await original.apply(this, args)
          seen.at(args.slice(0, 2))
          return result
        },
    ),
    replace(
      fs,
      changing.map((name) => `${name}Sync`),
      (original) =>
        function (...args) {
          seen.at(args.slice(0, 2))
          const result = original.apply(this, args)
          seen.at(args.slice(0, 2))
          return result
        },
    ),
  ]
}

async function prototypeOfHandles(root: string): Promise<object> {
  const file = await fsPromises.open(dirname(root))
  await file.close()
  return Object.getPrototypeOf(file) as object
}
