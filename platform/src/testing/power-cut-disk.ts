import fs from 'node:fs'
import { join } from 'node:path'

/** Content of a file, or the names in a folder with their nodes. */
type Kept = Buffer | ReadonlyMap<string, string>

/** Paths with their content. Folders have none. */
export type State = ReadonlyMap<string, Buffer | undefined>

/** A disk that keeps only what was synced. */
export class Disk {
  readonly #root: string
  readonly #isIgnored: (name: string) => boolean
  /** Content that survives in any case, by node. A node is a file or folder, whatever its names. */
  readonly #durable = new Map<string, Kept>()
  readonly #latest = new Map<string, Kept>()
  readonly states: { kept: string; state: State; promises: number }[] = []
  readonly #seen = new Set<string>()
  /** Reading a file calls the replaced functions. */
  #isReading = false
  promises = 0

  constructor(root: string, isIgnored: (name: string) => boolean) {
    this.#root = root
    this.#isIgnored = isIgnored
    this.#read()
    for (const [node, kept] of this.#latest) this.#durable.set(node, kept)
  }

  has(path: unknown): boolean {
    return typeof path === 'string' && (path === this.#root || path.startsWith(`${this.#root}/`))
  }

  /** Makes a file or folder durable. */
  sync(file: number): void {
    const node = nodeOf(fs.fstatSync(file, { bigint: true }))
    this.#read()
    const latest = this.#latest.get(node)
    if (latest !== undefined) this.#durable.set(node, latest)
  }

  /** Records the states of this moment. */
  cut(): void {
    if (this.#isReading) return
    const root = this.#read()
    const [none, all] = [this.#durable, this.#latest]
    const isFolder = (node: string) => !Buffer.isBuffer(all.get(node))
    this.#record('nothing else', root, (node) => none.get(node))
    this.#record('everything', root, (node) => all.get(node))
    this.#record('names', root, (node) => (isFolder(node) ? all : none).get(node))
    this.#record('contents', root, (node) => (isFolder(node) ? none : all).get(node))
    this.#record('parts of contents', root, (node) =>
      isFolder(node) ? all.get(node) : half(none.get(node), all.get(node)),
    )
    for (const folder of all.keys())
      if (isFolder(folder))
        this.#record('names of a folder', root, (node) => (node === folder ? all : none).get(node))
  }

  #record(kept: string, root: string, contentOf: (node: string) => Kept | undefined): void {
    const state = new Map<string, Buffer | undefined>()
    const walk = (path: string, node: string) => {
      const content = contentOf(node)
      if (Buffer.isBuffer(content)) state.set(path, content)
      else {
        state.set(path, undefined)
        for (const [name, child] of content ?? []) {
          // A file that was never synced is empty.
          if (Buffer.isBuffer(this.#latest.get(child)) && contentOf(child) === undefined)
            state.set(join(path, name), Buffer.alloc(0))
          else walk(join(path, name), child)
        }
      }
    }
    walk('', root)
    const key = JSON.stringify([
      this.promises,
      [...state].map(([path, content]) => [path, content?.toString('latin1')]),
    ])
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.states.push({ kept, state, promises: this.promises })
  }

  /** Reads the folder as it is now. Returns its node. */
  #read(): string {
    this.#isReading = true
    try {
      return this.#scan(this.#root)
    } finally {
      this.#isReading = false
    }
  }

  /** Reads a file or a folder. Returns its node. */
  #scan(path: string): string {
    const stats = fs.statSync(path, { bigint: true })
    const node = nodeOf(stats)
    if (!stats.isDirectory()) {
      this.#latest.set(node, fs.readFileSync(path))
      return node
    }
    const names = fs.readdirSync(path).filter((name) => !this.#isIgnored(name))
    this.#latest.set(node, new Map(names.map((name) => [name, this.#scan(join(path, name))])))
    return node
  }
}

/** A number may be used again for another file. */
const nodeOf = ({ ino, birthtimeNs }: fs.BigIntStats) => `${ino} ${birthtimeNs}`

/** Returns a content of which the disk has written half of the changes. */
function half(before: Kept | undefined, after: Kept | undefined): Kept | undefined {
  if (!Buffer.isBuffer(after)) return after
  const length = Buffer.isBuffer(before) ? before.length : 0
  return after.subarray(0, Math.ceil((length + after.length) / 2))
}
