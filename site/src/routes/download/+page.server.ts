import { systemOf } from '#lib/download/system.ts'
import { handles } from '#lib/server/operation.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  {
    scope: 'read',
    summary: "Lists the game clients that the operator offers. The one for the visitor's system comes first.",
  },
  ({ locals, request, setHeaders }: PageServerLoadEvent) => {
    setHeaders({ vary: 'User-Agent' })
    const system = systemOf({ userAgent: request.headers.get('user-agent') ?? '' })
    const downloads = locals.platform.config.Client.Downloads.map(({ System, URL, Version, SHA256 }) => ({
      system: System,
      url: URL,
      version: Version,
      sha256: SHA256,
    }))
    const isForHere = (download: { system: string }) => Number(download.system === system)
    return {
      system: system ?? null,
      downloads: downloads.toSorted((one, other) => isForHere(other) - isForHere(one)),
    }
  },
)
