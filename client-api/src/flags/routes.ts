import type { Flags } from '@baseplate/platform/operations/flags/flags'
import type { Platform } from '@baseplate/platform/platform'
import type { ClientApi } from '../serving.ts'

const eitherMethod = ['GET', 'POST']

/** An edit is in effect at once, so nobody keeps them without asking. */
const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }

/**
 * The flags of clients and servers, which are the same ones in two shapes (decisions, section 4). On the legacy paths
 * each program asks under a name of its own, after the last slash.
 */
export function addFlagRoutes(api: ClientApi, { flags }: Pick<Platform, 'flags'>): void {
  const app = document(flags, (values) => ({ applicationSettings: values }))
  const shared = document(flags, (values) => values)

  api.on(eitherMethod, ['/api/clientappsettings', '/setting/quietget/clientappsettings/*'], app)
  api.on(eitherMethod, ['/api/clientsharedsettings', '/setting/quietget/clientsharedsettings/*'], shared)
}

type Values = Readonly<Record<string, string>>

/** Answers the flags in a shape, which is written anew only when they have been read anew. */
function document(flags: Flags, shape: (values: Values) => object): () => Promise<Response> {
  let written: { values: Values; text: string } | undefined
  return async () => {
    const values = await flags.read()
    if (written?.values !== values) written = { values, text: JSON.stringify(shape(values)) }
    return new Response(written.text, { headers })
  }
}
