import type { Db } from '../../database.ts'
import type { Chunks } from '../received-file.ts'
import type { Objects } from './objects.ts'
import { receiveObject } from './receive.ts'

/** Stores a file from another storage with the time that it had there. */
export const importFile = (
  storage: { db: Db; objects: Objects },
  { name, modified }: { name: string; modified: number },
  source: Chunks,
): Promise<void> =>
  receiveObject(storage, { source, maxBytes: Number.POSITIVE_INFINITY, modified }, ({ store }) => store(name))
