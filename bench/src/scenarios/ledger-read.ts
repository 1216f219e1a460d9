import { startBareHttp } from '../bare-http.ts'
import { userOf, writeLedger } from '../ledger-file.ts'
import { ledgerDirectory } from '../ledger-service.ts'
import type { Measurement } from '../measurement.ts'
import { versus } from '../versus.ts'

const accounts = 10_000
const connections = 64
const seconds = 5

/** Measures requests for balances, against a bare server. */
export async function ledgerRead(): Promise<Measurement[]> {
  const data = await ledgerDirectory((file) => writeLedger(file, { events: accounts * 5, accounts }))
  const service = await data.start()
  const bare = await startBareHttp('10000000000')
  try {
    const turn = { connections, seconds }
    const balance = await versus(
      { ...turn, url: `${service.url}/balance/${encodeURIComponent(userOf(77))}` },
      { ...turn, url: bare.url },
    )
    return [
      {
        name: 'GET /balance, 64 connections',
        value: balance.product.requestsPerSecond,
        unit: 'requests/s',
        against: 'bare node:http',
        peer: balance.peer.requestsPerSecond,
        target: { atLeastShare: 0.75 },
      },
    ]
  } finally {
    await Promise.all([service.stop(), bare.stop()])
    await data.remove()
  }
}
