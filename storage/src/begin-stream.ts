import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { StoredFile } from '@baseplate/storage/stored-file'

/**
 * Streams a file for a response. Where the bytes come from another machine, this waits for the first ones, so that an outage is
 * known before the head of the response is sent.
 *
 * @throws FilesUnavailable
 */
export async function beginStream(
  file: Pick<StoredFile, 'stream'> & { send?: StoredFile['send'] | undefined },
  range?: { start: number; end: number },
): Promise<Readable> {
  const stream = file.stream(range)
  if (!file.send) await once(stream, 'readable')
  return stream
}
