import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

const plainText = 'text/plain; charset=utf-8'

/** Headers of metrics in the text format of Prometheus. */
export const metricsHeaders = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }

/** Sends a plain text; `headers` may replace its content type. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers?: OutgoingHttpHeaders,
): void {
  send(response, status, plainText, text, headers)
}

/** Sends 200 with a JSON text. */
export function sendJson(response: ServerResponse, json: string): void {
  send(response, 200, 'application/json', json)
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers?: OutgoingHttpHeaders,
): void {
  const body = Buffer.from(text)
  response.writeHead(status, { 'Content-Type': type, ...headers, 'Content-Length': body.length }).end(body)
}
