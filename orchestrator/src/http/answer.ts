import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Answers a plain text, exactly as it is. */
export function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  headers?: OutgoingHttpHeaders,
): void {
  answer(response, status, 'text/plain; charset=utf-8', text, headers)
}

/** Answers 200 with JSON. */
export function answerJson(response: ServerResponse, value: unknown): void {
  answer(response, 200, 'application/json', JSON.stringify(value))
}

function answer(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers?: OutgoingHttpHeaders,
): void {
  const body = Buffer.from(text)
  response
    .writeHead(status, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
      'Content-Length': body.length,
    })
    .end(body)
}
