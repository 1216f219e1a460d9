import type { RequestListener } from 'node:http'

/** Returns the head of a request with a body. */
export const head = (type: string, length: number, path = '/login') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

export const form = 'application/x-www-form-urlencoded'
export const multipart = 'multipart/form-data; boundary=b'

/** Collects bodies, and answers when they are complete. */
export const readBodies: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end('read'))
}
