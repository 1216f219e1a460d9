import type { Files } from '@baseplate/storage/files'

/** Lists the names of the files in a folder, in order. */
export const storedNames = async (files: Files, folder: string): Promise<string[]> =>
  (await Array.fromAsync(files.walk(folder))).flat().toSorted()
