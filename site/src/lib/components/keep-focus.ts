/** SvelteKit takes the focus to the top of the page when a form is done. People go on from where they are. */
export async function keepFocus(change: () => Promise<void>): Promise<void> {
  const held = document.activeElement
  await change()
  if (held instanceof HTMLElement && held.isConnected) held.focus({ preventScroll: true })
}
