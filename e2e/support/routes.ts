import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A page or endpoint of the site, as its build lists it. */
export interface Route {
  /** The route's folder: `/place/[id]/[name]`. */
  id: string
  isPage: boolean
  /** Methods of an endpoint. A page has GET. */
  methods: string[]
  /** Names of a page's form actions. `default` has no name in the address. */
  actions: string[]
}

interface Manifest {
  nodes: (() => Promise<{ server?: { actions?: object } }>)[]
  routes: { id: string; page: { leaf: number } | null; endpoint: (() => Promise<object>) | null }[]
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Lists every page, form action and endpoint in the build, so that none can be forgotten. */
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

/** Returns an address of the route, with these values in its brackets. */
export function addressOf(id: string, values: Readonly<Record<string, string>>): string {
  const filled = id.replace(/\[+(?:\.{3})?(\w+)(?:=\w+)?\]+/g, (_, name: string) => values[name] ?? 'x')
  return filled.replace(/\/\([^)]+\)/g, '') || '/'
}
