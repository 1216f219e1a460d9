import { text } from 'node:stream/consumers'
import { type Files, isFileName } from './files.ts'

/** Reads a small file of the operator's. Returns undefined when there is none. */
export async function readText(files: Pick<Files, 'open'>, name: string): Promise<string | undefined> {
  const file = isFileName(name) ? await files.open(name) : undefined
  return file && text(file.stream())
}
