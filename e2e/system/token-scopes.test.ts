import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { accessOfHandler, type RouteModule } from '../../site/src/lib/server/operation.ts'
import { borrowProduct } from '../support/borrowed-product.ts'
import { register } from '../support/person.ts'
import { authorize } from '../support/program.ts'
import { listRouteRequests } from '../support/route-requests.ts'

const routes = resolve(import.meta.dirname, '../../site/src/routes')

test('every page, action and endpoint takes one scope, or is for browsers only', async () => {
  const { baseUrl } = await borrowProduct()
  const founder = await register(baseUrl, 'Founder')
  const { send } = await authorize(baseUrl, founder, 'read')
  const requests = await listRouteRequests({ id: '1', name: 'x', username: 'Nobody' })
  for (const { name, route, method, address } of requests) {
    const access = await accessOf(route, method, address.split('?/')[1])
    expect(access, `${name} has no note about its access`).toBeDefined()
    const response = await send(method, address)
    const text = await response.text()
    if (access === 'read') expect(text, name).not.toContain('"code":"tokens.')
    else expect([name, response.status], text).toEqual([name, 403])
  }
})

/** Returns the access that the handler of a request notes. */
async function accessOf(route: string, method: string, action?: string) {
  const folder = `${routes}${route}`
  const [page, endpoint] = [`${folder}/+page.server.ts`, `${folder}/+server.ts`]
  if (!existsSync(page) && !existsSync(endpoint)) return 'read'
  const module = (await import(existsSync(page) ? page : endpoint)) as RouteModule
  return accessOfHandler(module, method, action)
}
