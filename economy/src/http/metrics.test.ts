import { expect, test } from 'vitest'
import { burn, transact } from '../testing/requests.ts'
import { startService } from '../testing/service.ts'

test('exposes events, totals and outcomes', async () => {
  const { client } = await startService()
  await client.mint('user:1', '18446744073709551615')
  await client.post('/transact', { ...transact, Amount: 1000, Fee: 0.1 })
  await client.post('/burn', burn)
  await client.post('/transact', { ...transact, From: 'noAccount' })
  const response = await fetch(`${client.address}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  const lines = text.trimEnd().split('\n')
  for (const line of [
    'economy_events_total{type="Transaction"} 1',
    'economy_events_total{type="Mint"} 1',
    'economy_events_total{type="Burn"} 1',
    'economy_supply_micro 18446744073709551510',
    'economy_minted_micro_total 18446744073709551615',
    'economy_burned_micro_total 105',
    'economy_fees_micro_total 100',
    'economy_accounts 2',
    'economy_proposals_total{outcome="accepted"} 3',
    'economy_proposals_total{outcome="refused"} 1',
    'economy_write_failures_total 0',
    'economy_snapshot_events 0',
    'economy_snapshot_timestamp_seconds 0',
    'economy_commit_seconds_bucket{le="+Inf"} 3',
    'economy_commit_seconds_count 3',
    '# TYPE economy_commit_seconds histogram',
  ]) {
    expect(lines).toContain(line)
  }
  for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]+"\})? [\d.e-]+)$/)
})
