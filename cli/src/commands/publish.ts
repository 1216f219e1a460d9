import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { print } from '../print.ts'
import { percent, showProgress } from '../progress.ts'
import { NotPublished } from '../publish/failure.ts'
import { beginUpload, type LocalFile, readResult, sendFile } from '../publish/send-file.ts'
import { createSiteClient } from '../publish/site-client.ts'

export interface PublishOptions {
  place: string
  url: string
  tokenFile?: string
  note?: string
  replaces?: string
}

/** `baseplate publish`: makes a file the newest version of a place, over connections that break. @throws NotPublished */
export async function publish(file: string, options: PublishOptions): Promise<void> {
  const { place, note, replaces } = options
  const site = createSiteClient({ url: addressOf(options.url), token: await tokenOf(options) })
  const metadata = {
    place,
    ...(note !== undefined && { notes: note }),
    ...(replaces !== undefined && { version: replaces }),
  }
  const handle = await open(file).catch((error: Error) => {
    throw new NotPublished(`${file} cannot be read: ${error.message}`, 'refused')
  })
  const progress = showProgress()
  try {
    const local = await describe(file, handle)
    const path = await beginUpload(site, local, metadata)
    await sendFile(site, path, local, (sent) => progress.show(`${file}: ${percent(sent, local.size)}`))
    const { version, sha256 } = await readResult(site, path)
    if (sha256 !== local.sha256)
      throw new NotPublished(`The site has another file, with the SHA-256 ${sha256}.`, 'refused')
    progress.end()
    await print(`place ${place}: version ${version}, ${local.size} bytes, SHA-256 ${sha256}\n`)
  } finally {
    progress.end()
    await handle.close()
  }
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url
  throw new NotPublished(`${text} is not the address of a site, such as https://games.example.`, 'refused')
}

/** The token is not an argument, because all users of a machine see the arguments of its processes. */
async function tokenOf({ tokenFile }: PublishOptions): Promise<string> {
  if (tokenFile === undefined) {
    const token = process.env.BASEPLATE_TOKEN?.trim()
    if (token) return token
    throw new NotPublished('Give an access token with --token-file or in BASEPLATE_TOKEN.', 'refused')
  }
  const text = await readFile(tokenFile, 'utf8').catch((error: Error) => {
    throw new NotPublished(`${tokenFile} cannot be read: ${error.message}`, 'refused')
  })
  return text.trim()
}

async function describe(file: string, handle: FileHandle): Promise<LocalFile> {
  const stats = await handle.stat()
  if (!stats.isFile() || stats.size === 0)
    throw new NotPublished(`${file} is ${stats.isFile() ? 'empty' : 'not a file'}.`, 'refused')
  const hash = createHash('sha256')
  for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 })) hash.update(chunk)
  return { handle, size: stats.size, sha256: hash.digest('hex') }
}
