import { pause, signIn } from './visits.ts'
import { administrator } from './world.ts'

/** Wait before another attempt. The product answers slowly while all players sign in at once. */
const retryMs = 5_000

/** Brings players together in a party, and invites the administrator, who is a friend of the first one. */
export async function formParty(
  baseUrl: string,
  usernames: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const [leader = '', ...others] = await Promise.all(usernames.map((name) => signIn(baseUrl, name)))
      const party = (cookie: string, action: string, fields: Record<string, string> = {}) =>
        fetch(`${baseUrl}/party${action}`, {
          method: 'POST',
          headers: { accept: 'application/json', cookie },
          body: new URLSearchParams(fields),
        })
      // The party may exist since an earlier start.
      await party(leader, '?/create')
      const headers = { accept: 'application/json', cookie: leader }
      const { code } = (await (await fetch(`${baseUrl}/party`, { headers })).json()) as { code: string }
      for (const cookie of others) await party(cookie, '?/join', { code })
      await party(leader, '?/invite', { username: administrator })
      return
    } catch {
      await pause(retryMs, signal)
    }
  }
}
