import type { Files } from './files.ts'

export async function isStored(files: Files, name: string): Promise<boolean> {
  const file = await files.open(name)
  await file?.close()
  return file !== undefined
}
