import { Readable } from 'node:stream'
import type { StoredFile } from '@baseplate/platform/foundation/files'

/** A stored file as the body of a response; closed at its end, or when whoever asked goes away. */
export const fileBody = (file: StoredFile) => Readable.toWeb(file.stream()) as unknown as ReadableStream
