/** Returns the time zone of the browser. The server does not know it, so hours are in UTC without scripts. */
export function browserZone(): () => string {
  let zone = $state('UTC')
  $effect(() => {
    zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  })
  return () => zone
}
