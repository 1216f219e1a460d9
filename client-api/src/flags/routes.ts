import type { Flags } from '@baseplate/platform/operations/door'
import type { Platform } from '@baseplate/platform/platform'
import { type ClientApi, getOrPost } from '../services.ts'

/** Caches must revalidate, so that edits take effect at once. */
const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }

/** Adds the endpoints of docs/reference/client-protocol.md#flags. On the legacy paths, clients append a name of their own. */
export function addFlagRoutes(api: ClientApi, { flags }: Pick<Platform, 'flags'>): void {
  const app = flagsHandler(flags, (values) => ({ applicationSettings: values }))
  const shared = flagsHandler(flags, (values) => values)

  /** Returns the flags in effect, below `applicationSettings`. */
  api.on(getOrPost, ['/api/clientappsettings', '/setting/quietget/clientappsettings/*'], app)
  /** Returns the flags in effect, which are the same for every group of settings. */
  api.on(
    getOrPost,
    ['/api/clientsharedsettings', '/setting/quietget/:group/*', '/setting/get/:group/*'],
    shared,
  )
}

type Values = Readonly<Record<string, string>>

/** Returns a handler for the flags in one shape. The JSON is written again only when the flags have changed. */
function flagsHandler(flags: Flags, shape: (values: Values) => object): () => Promise<Response> {
  let written: { values: Values; text: string } | undefined
  return async () => {
    const values = await flags.read()
    if (written?.values !== values) written = { values, text: JSON.stringify(shape(values)) }
    return new Response(written.text, { headers })
  }
}
