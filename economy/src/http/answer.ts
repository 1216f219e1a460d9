import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

const NOTHING: OutgoingHttpHeaders = { 'Content-Length': '0' }

/** Answers 200 without a body. */
export function answerNothing(response: ServerResponse): void {
  response.writeHead(200, NOTHING).end()
}

/** Answers a plain text, exactly as it is. */
export function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  headers?: OutgoingHttpHeaders,
): void {
  answer(response, status, 'text/plain; charset=utf-8', text, headers)
}

/** Answers 200 with a JSON text. */
export function answerJson(response: ServerResponse, json: string): void {
  answer(response, 200, 'application/json', json)
}

function answer(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers?: OutgoingHttpHeaders,
): void {
  const body = Buffer.from(text)
  response.writeHead(status, { 'Content-Type': type, ...headers, 'Content-Length': body.length }).end(body)
}
