import { spawnShared, writerOf } from '@baseplate/economy/testing/shared'
import { expect, onTestFinished, test } from 'vitest'
import { hasPostgresTrio, startPostgresTrio } from '../support/ledger-faults/postgres-trio.ts'

test.skipIf(!hasPostgresTrio)(
  'operators see the standbys of PostgreSQL if the ledger’s user may read them',
  async () => {
    const trio = await startPostgresTrio()
    onTestFinished(() => trio.stop())
    const hosts = trio.ports.map((port) => `127.0.0.1:${port}`).join(',')
    const seenBy = async (user: string) => {
      const process = await spawnShared(`postgres://${user}@${hosts}/ledger`, { mayBeAlone: false })
      const { client } = await writerOf([process])
      expect(await client.mint('user:1', 1)).toBe('200')
      const standbys = async () =>
        JSON.parse((await client.get('/status')).replace(/^200 /, '')).replication.standbys
      // The service looks for standbys after the first renewal of its lease.
      await expect.poll(standbys).not.toEqual([])
      const metrics = await client.get('/metrics')
      const seen = await standbys()
      await process.ended('SIGTERM')
      return { seen, measured: metrics.match(/^economy_postgres_standby_lag_bytes\{.*$/gm) ?? [] }
    }
    const { seen, measured } = await seenBy('postgres')
    expect(seen.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['three', 'quorum'],
      ['two', 'quorum'],
    ])
    expect(measured.length).toBe(2)
    await trio.query(
      'CREATE ROLE plain LOGIN; GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO plain',
    )
    expect(await seenBy('plain')).toEqual({ seen: null, measured: [] })
  },
)
