import { writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { readShipped } from '@baseplate/texts/read'
import type { Adapter } from '@sveltejs/kit'
import type { Plugin } from 'vite'

const routesFolder = join(import.meta.dirname, 'src/routes')
const isRouteFile = /\/\+(page|layout|error)\.svelte$/

interface Module {
  imports: readonly string[]
  keys: ReadonlySet<string>
}

/**
 * Finds the texts that each route needs in the browser, so that a page loads only these. A module uses a text if it has the
 * text's key as a string. A route uses the texts of its page, its layouts and everything that they import.
 *
 * `adapt` adds the result to the built server as `texts-by-route.json`: the keys by route id, and under `''` the keys of
 * the root layout and of error pages, which every page needs.
 */
export function textsByRoute(): { plugin: Plugin; adapt: (adapter: Adapter) => Adapter } {
  const known = new Set(Object.keys(readShipped('en')))
  const modules = new Map<string, Module>()

  const plugin: Plugin = {
    name: 'texts-by-route',
    applyToEnvironment: ({ name }) => name === 'client',
    moduleParsed({ id, code, importedIds, dynamicallyImportedIds }) {
      // The styles of a component are a module of their own with the component's path and a query.
      if (id.includes('?')) return
      modules.set(id, {
        imports: [...importedIds, ...dynamicallyImportedIds].map(pathOf),
        keys: new Set(
          (code?.match(/(?<=(['"`]))[a-z][\w-]*(\.[\w-]+)+(?=\1)/g) ?? []).filter((key) => known.has(key)),
        ),
      })
    },
  }

  const adapt = (adapter: Adapter): Adapter => ({
    ...adapter,
    adapt(builder) {
      const target = join(builder.getServerDirectory(), 'texts-by-route.json')
      writeFileSync(target, JSON.stringify(keysByRoute(modules)))
      return adapter.adapt(builder)
    },
  })
  return { plugin, adapt }
}

const pathOf = (id: string) => id.replace(/\?.*$/, '')

function keysByRoute(modules: ReadonlyMap<string, Module>): Record<string, string[]> {
  const files = [...modules.keys()].filter((path) => path.startsWith(routesFolder) && isRouteFile.test(path))
  const everywhere = keysOf(
    files.filter((file) => file.endsWith('+error.svelte') || file === join(routesFolder, '+layout.svelte')),
    modules,
  )
  const routes: Record<string, string[]> = { '': [...everywhere] }
  for (const page of files.filter((file) => file.endsWith('+page.svelte'))) {
    const folder = dirname(page)
    const layouts = files.filter(
      (file) => file.endsWith('+layout.svelte') && `${folder}/`.startsWith(`${dirname(file)}/`),
    )
    const keys = keysOf([page, ...layouts], modules)
    routes[`/${relative(routesFolder, folder)}`] = [...keys.difference(everywhere)]
  }
  return routes
}

function keysOf(files: readonly string[], modules: ReadonlyMap<string, Module>): Set<string> {
  const seen = new Set(files)
  let keys = new Set<string>()
  // The loop also visits files that it adds.
  for (const file of seen) {
    const module = modules.get(file)
    if (!module) continue
    keys = keys.union(module.keys)
    for (const imported of module.imports) seen.add(imported)
  }
  return keys
}
