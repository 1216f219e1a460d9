import type { ClientApi, ClientServices } from '../services.ts'
import { classicCalls } from './calls.ts'

/** Adds the calls of classic clients that no route of the protocol serves. */
export function addClassicCalls(routes: ClientApi, services: ClientServices): void {
  for (const { paths, methods, respond } of classicCalls)
    if (respond) routes.on([...methods], [...paths], (c) => respond(services, c))
}
