import { systemOf } from '#lib/download/system.ts'
import { findLauncher } from '#lib/server/launcher.ts'
import { handles } from '#lib/server/operation.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  {
    scope: 'read',
    summary:
      "Lists the game clients that the operator offers, the one for the visitor's system first, and the launcher of the platform's engine.",
  },
  async (event: PageServerLoadEvent) => {
    const { locals, request, setHeaders } = event
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
      launcher: await describeLauncher(event),
    }
  },
)

async function describeLauncher(event: PageServerLoadEvent) {
  const launcher = await findLauncher(event)
  if (!launcher) return null
  const { name, version, fileName, sha256 } = launcher
  return { name, version, fileName, sha256 }
}
