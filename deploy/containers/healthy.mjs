/**
 * The health check of the image, which has no other program for requests. Exits with 0 if the service of this container responds.
 *
 * Usage: node healthy.mjs [site | economy]
 */
const { PORT, HOST, ECONOMY_PORT, ECONOMY_HOST, METRICS_KEY, ECONOMY_KEY } = process.env
const [port, listensOn, key] =
  process.argv[2] === 'economy'
    ? [ECONOMY_PORT || '2009', ECONOMY_HOST, ECONOMY_KEY]
    : [PORT || '3000', HOST, METRICS_KEY]
const isEveryAddress = !listensOn || listensOn === '0.0.0.0' || listensOn === '::'
const host = isEveryAddress ? '127.0.0.1' : listensOn

const response = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/health`, {
  headers: key ? { authorization: `Bearer ${key}` } : {},
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
