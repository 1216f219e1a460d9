import type { IncomingHttpHeaders } from 'node:http'

/** Whether a proxy has forwarded a request. It reveals itself by its headers. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  (headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via ?? headers['x-real-ip']) !== undefined
