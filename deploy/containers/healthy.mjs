/**
 * The health check of the image, which has no other program for requests. Exits with 0 if the service of this container responds.
 *
 * Usage: node healthy.mjs [site | economy]
 */
const { PORT = '3000', ECONOMY_PORT = '2009', METRICS_KEY, ECONOMY_KEY } = process.env
const [port, key] = process.argv[2] === 'economy' ? [ECONOMY_PORT, ECONOMY_KEY] : [PORT, METRICS_KEY]

const response = await fetch(`http://127.0.0.1:${port}/health`, {
  headers: key ? { authorization: `Bearer ${key}` } : {},
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
