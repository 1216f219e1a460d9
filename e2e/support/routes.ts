import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** One thing that the site can be asked for, as its build lists them. */
export interface Route {
  /** As the folder is called: `/place/[id]/[name]`. */
  id: string
  isPage: boolean
  /** Methods of an endpoint; a page has GET. */
  methods: string[]
  /** Names of a page's form actions; `default` has no name in the address. */
  actions: string[]
}

interface Manifest {
  nodes: (() => Promise<{ server?: { actions?: object } }>)[]
  routes: { id: string; page: { leaf: number } | null; endpoint: (() => Promise<object>) | null }[]
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Every page, form action and endpoint that was built. None is left out because somebody forgot to list it. */
export async function listRoutes(): Promise<Route[]> {
  const file = resolve(import.meta.dirname, '../../site/build/server/manifest-full.js')
  const { manifest } = (await import(pathToFileURL(file).href)) as { manifest: { _?: Manifest } & Manifest }
  const { nodes, routes } = manifest._ ?? manifest
  return Promise.all(
    routes.map(async ({ id, page, endpoint }) => {
      const node = page && (await nodes[page.leaf]?.())
      const exported = endpoint ? Object.keys(await endpoint()) : []
      return {
        id,
        isPage: page !== null,
        methods: [...(page ? ['GET'] : []), ...exported.filter((name) => methods.includes(name))],
        actions: Object.keys(node?.server?.actions ?? {}),
      }
    }),
  )
}

/** An address of the route, with such values in its brackets. */
export function addressOf(id: string, values: Readonly<Record<string, string>>): string {
  const filled = id.replace(/\[+(?:\.{3})?(\w+)(?:=\w+)?\]+/g, (_, name: string) => values[name] ?? 'x')
  return filled.replace(/\/\([^)]+\)/g, '') || '/'
}
