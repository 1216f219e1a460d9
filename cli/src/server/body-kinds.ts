import type { IncomingMessage } from 'node:http'
import { clientPathOf } from '@baseplate/client-api/client-target'
import { maxFormBytes } from '@baseplate/service/form-limits'

/** How a route reads its body. */
export interface BodyKind {
  /** Whether the time for the body grows with its size. */
  isUpload: boolean
  /** Larger bodies get 413. Routes of files have smaller limits of their own. */
  bytesMax: number
  /** Upper bound for the memory that one body takes while it arrives. */
  heldMax: number
  /** Whether the route's own limit, which the operator sets, may be above that of all other bodies. */
  isUnbounded?: true
  /** Whether the route decompresses a body with `Content-Encoding: gzip`. */
  takesGzip?: true
}

const megabyte = 1024 * 1024

/** Largest upload of any route, with the parts of a form around it. */
const largestUpload = 128 * megabyte

/** Fields and JSON. A percent-encoded byte takes three. */
const form: BodyKind = { isUpload: false, bytesMax: 3 * maxFormBytes, heldMax: 3 * maxFormBytes }

/** A file that is read into memory. */
const file: BodyKind = { isUpload: true, bytesMax: largestUpload, heldMax: 32 * megabyte }

/** A file that is stored while it arrives. */
const streamedFile: BodyKind = { isUpload: true, bytesMax: largestUpload, heldMax: megabyte }

/** A value of a game's data, or several. */
const value: BodyKind = { isUpload: true, bytesMax: 5 * megabyte, heldMax: 5 * megabyte }

/** The world of a game server, up to `Places.WorldBytes`. */
const world: BodyKind = { ...streamedFile, bytesMax: Number.POSITIVE_INFINITY, isUnbounded: true }

/** A body that is dropped while it arrives, up to 1 MiB. In chunks, its frames count as well. */
const dropped: BodyKind = { isUpload: true, bytesMax: 1.5 * megabyte, heldMax: 64 * 1024 }

interface Route {
  methods: readonly string[]
  /** Matches the path, and for a form action the start of the query. */
  url: RegExp
  kind: BodyKind
}

/** All routes that take files. Every other body is a form, whatever content type it claims. */
const routes: readonly Route[] = [
  { methods: ['PUT'], url: /^\/place\/[^/?]+\/(data|[^/?]+\/file)$/, kind: streamedFile },
  { methods: ['POST'], url: /^\/place\/[^/?]+\/[^/?]+\/settings(\/[a-z]+)?\?\/data\b/, kind: streamedFile },
  { methods: ['POST', 'PATCH'], url: /^\/uploads(\/[^/?]+)?$/, kind: streamedFile },
  { methods: ['POST'], url: /^\/place\/[^/?]+\/[^/?]+\/settings(\/[a-z]+)?$/, kind: file },
  { methods: ['POST'], url: /^\/develop\/create(\/hat|\/model)?$/, kind: file },
  { methods: ['POST'], url: /^\/catalog\/[^/?]+\/[^/?]+\/settings$/, kind: file },
  { methods: ['POST'], url: /^\/groups\/[^/?]+\/settings$/, kind: file },
  { methods: ['POST'], url: /^\/admin\/site$/, kind: file },
  {
    methods: ['GET', 'POST'],
    url: /^\/(studio\/uploadmedia\/screenshot|uploadmedia\/postimage\.aspx)$/i,
    kind: file,
  },
  { methods: ['POST'], url: /^\/data\/upload(\.ashx)?$/i, kind: { ...streamedFile, takesGzip: true } },
  { methods: ['PUT'], url: /^\/game\/\d+\/world$/i, kind: world },
  { methods: ['PUT', 'POST'], url: /^\/(api\/server\/data|place\/\d+\/data-api)\//i, kind: value },
  { methods: ['POST'], url: /^\/persistence\/set(blob\.ashx)?$/i, kind: { ...value, takesGzip: true } },
  { methods: ['POST'], url: /^\/api\/render\/update\/[^/?]+$/i, kind: file },
]

/** Returns how the route of a request reads its body. */
export function bodyKindOf({
  method = '',
  url = '',
  isForClients,
  isConstant,
}: Pick<IncomingMessage, 'method' | 'url' | 'isForClients' | 'isConstant'>): BodyKind {
  if (isConstant) return dropped
  const [written = ''] = url.split('?', 1)
  const path = isForClients ? clientPathOf(written) : written
  const found = routes.find(
    (route) => route.methods.includes(method) && (route.url.test(path) || route.url.test(url)),
  )
  return found?.kind ?? form
}
