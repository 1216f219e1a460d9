import type { Person } from './person.ts'
import { addressOf, listRoutes } from './routes.ts'

/** One request for a page, an action or an endpoint. */
export interface RouteRequest {
  name: string
  route: string
  method: string
  address: string
  /** A page answers a program with its data. An endpoint has one kind of answer. */
  accept: string
}

/** Lists a request for every route of the site. `values` fills the brackets in addresses. */
export async function listRouteRequests(values: Record<string, string>): Promise<RouteRequest[]> {
  const known = {
    name: 'name',
    list: 'followers',
    shape: 'wide',
    seed: 'x',
    version: '1',
    index: '1',
    provider: 'example',
    ...values,
  }
  return (await listRoutes()).flatMap(({ id, isPage, methods, actions }) => {
    const address = addressOf(id, known)
    const request = (method: string, action = '') => ({
      name: `${method} ${id}${action}`,
      route: id,
      method,
      address: address + action,
      accept: isPage ? 'application/json' : '*/*',
    })
    return [
      ...methods.map((method) => request(method)),
      ...actions.map((action) => request('POST', action === 'default' ? '' : `?/${action}`)),
    ]
  })
}

export const isAdministration = ({ route }: RouteRequest) => /^\/admin(\/|$)/.test(route)

export const sendRequest = (
  person: Person,
  { method, address, accept }: RouteRequest,
  headers: Record<string, string> = { accept },
): Promise<Response> =>
  method === 'GET' ? person.get(address, headers.accept) : person.send(method, address, headers)
