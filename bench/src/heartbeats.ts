import { percentile } from './measurement.ts'
import { paced } from './paced.ts'
import type { Product } from './product.ts'

const perSecond = 200

/** Sends heartbeats of players at a constant rate. Returns the p99 of their response times in ms. */
export async function sendHeartbeats(
  { baseUrl }: Product,
  tickets: readonly string[],
  forSeconds: number,
): Promise<number> {
  const times: number[] = []
  const send = async (ticket: string) => {
    const started = performance.now()
    const response = await fetch(`${baseUrl}/game/clientpresence?ticket=${ticket}`, {
      headers: { 'User-Agent': 'Client/WinInet' },
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`a heartbeat was answered with ${response.status}`)
    times.push(performance.now() - started)
  }
  const sent = await paced(perSecond, forSeconds, (at) => send(tickets[at % tickets.length] ?? ''))
  await Promise.all(sent)
  return percentile(times, 99)
}
