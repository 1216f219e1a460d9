/** Returns the URL that opens an installed client: the launcher scheme with the URL of the join script. */
export function launchAddress(
  { scheme, baseUrl }: { scheme: string; baseUrl: string },
  ticket: string,
  privateTicket?: string | undefined,
): string {
  const script = new URL('/game/join', baseUrl)
  script.searchParams.set('ticket', ticket)
  if (privateTicket) script.searchParams.set('privateServer', privateTicket)
  return `${scheme}:play?script=${encodeURIComponent(script.href)}`
}
