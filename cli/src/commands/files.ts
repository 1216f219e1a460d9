import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { CannotStart } from '@baseplate/service/cannot-start'
import { isFileName } from '@baseplate/storage/files'
import { TooLarge } from '@baseplate/storage/received-file'
import { print } from '../print.ts'
import { withFiles } from './storage.ts'

/** Folders whose files belong to the operator. The product manages all other files, together with rows of its database. */
const operatorFolders = ['client-api/constants', 'privileged', 'scripts', 'texts'] as const

const maxBytes = 200_000_000

/** `baseplate files put`: stores a file of the operator. @throws CannotStart */
export async function putFile(config: Config, name: string, file: string): Promise<void> {
  requireOperatorName(name)
  const source = file === '-' ? process.stdin : await openSource(file)
  const written = await withFiles(config, (files) => files.write(name, source, maxBytes)).catch(
    (error: unknown) => {
      if (error instanceof TooLarge) throw new CannotStart(`${file} is larger than 200 MB.`)
      throw error
    },
  )
  await print(`${name}: ${written.size} bytes, SHA-256 ${written.sha256}\n`)
}

/** Opens the file before the database, so that its error is reported. @throws CannotStart */
async function openSource(file: string): Promise<Readable> {
  try {
    const handle = await open(file)
    if (!(await handle.stat()).isDirectory()) return handle.createReadStream()
    await handle.close()
  } catch (error) {
    throw new CannotStart(`${resolve(file)} cannot be read: ${(error as Error).message}`)
  }
  throw new CannotStart(`${resolve(file)} is a folder.`)
}

/** `baseplate files get`: writes a file to standard output. @throws CannotStart */
export const getFile = (config: Config, name: string): Promise<void> =>
  withFiles(config, async (files) => {
    const file = isFileName(name) ? await files.open(name) : undefined
    if (!file) throw new CannotStart(`There is no file ${name}.`)
    for await (const chunk of file.stream()) await print(chunk as Uint8Array)
  })

/** `baseplate files list`: prints the names and sizes of files. @throws CannotStart */
export const listFilesIn = (config: Config, folder: string | undefined): Promise<void> =>
  withFiles(config, async (files) => {
    if (folder !== undefined && !isFileName(folder)) throw new CannotStart(`There is no folder ${folder}.`)
    for (const each of folder === undefined ? operatorFolders : [folder])
      for await (const found of files.usage(each))
        for (const { name, bytes } of found) await print(`${each}/${name}\t${bytes}\n`)
  })

/** `baseplate files remove`: removes a file of the operator. @throws CannotStart */
export async function removeFile(config: Config, name: string): Promise<void> {
  requireOperatorName(name)
  await withFiles(config, async (files) => {
    if (!(await files.exists(name))) throw new CannotStart(`There is no file ${name}.`)
    await files.remove(name)
  })
}

/** @throws CannotStart for a file that the product manages. */
function requireOperatorName(name: string): void {
  const folder = name.slice(0, name.lastIndexOf('/'))
  if (isFileName(name) && operatorFolders.some((own) => own === folder)) return
  throw new CannotStart(
    `${name} is not the name of a file of the operator, such as privileged/123456789.lua, scripts/join.lua, texts/de.json or client-api/constants/own.json.`,
  )
}
