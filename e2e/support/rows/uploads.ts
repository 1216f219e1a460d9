import { ownPlace } from './places.ts'
import type { Row } from './row.ts'
import type { Actor } from './world.ts'

type Given = NonNullable<Row['given']>

export const tus = { 'tus-resumable': '1.0.0' }

const base64 = (text: string | number | undefined) => Buffer.from(String(text)).toString('base64')

/** Adds the metadata of an upload of a place's file, and further metadata that are `wrong` in it. */
export const withMetadata =
  (given: Given = ownPlace, wrong: Readonly<Record<string, string>> = {}): Given =>
  async (world, actor) => {
    const values = await given(world, actor)
    const pairs = Object.entries({ place: values.id, ...wrong })
    return { ...values, metadata: pairs.map(([name, value]) => `${name} ${base64(value)}`).join() }
  }

async function begin(actor: Actor, metadata: string | number | undefined, size: number): Promise<string> {
  const headers = { ...tus, 'upload-length': String(size), 'upload-metadata': String(metadata) }
  const begun = await actor.person.request('/uploads', { method: 'POST', headers })
  const path = begun.headers.get('location')
  if (!path) throw new Error(`no upload began: ${await begun.text()}`)
  return path
}

/** An upload of the sender, of this number of bytes, none of which has arrived. */
export const begunUpload =
  (size: number): Given =>
  async (world, actor) => {
    const values = await withMetadata()(world, actor)
    return { ...values, upload: await begin(actor, values.metadata, size) }
  }

/** An upload of five bytes whose first two have arrived. */
export const brokenUpload: Given = async (world, actor) => {
  const values = await begunUpload(5)(world, actor)
  const headers = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  await actor.person.request(String(values.upload), { method: 'PATCH', headers, body: 'to' })
  return values
}

/** An upload of another user. */
export const othersUpload: Given = async (world) => begunUpload(5)(world, await world.newcomer())

/** As many unfinished uploads as a user may have. */
export const manyUploads: Given = async (world, actor) => {
  const values = await withMetadata()(world, actor)
  for (let begun = 0; begun < 10; begun++) await begin(actor, values.metadata, 5)
  return values
}
