/** Returns a function that returns the browser's time zone. The server does not know it, so hours are in UTC without scripts. */
export function browserZone(): () => string {
  let zone = $state('UTC')
  $effect(() => {
    zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  })
  return () => zone
}
