/**
 * SvelteKit takes the focus to the top of the page when a form is done. People go on from where they are, or have gone
 * to meanwhile.
 */
export async function keepFocus(change: () => Promise<void>): Promise<void> {
  let held = document.activeElement
  const follow = ({ target }: FocusEvent) => {
    if (target instanceof Element && target !== document.body) held = target
  }
  document.addEventListener('focusin', follow)
  try {
    await change()
  } finally {
    document.removeEventListener('focusin', follow)
  }
  if (held instanceof HTMLElement && held.isConnected) held.focus({ preventScroll: true })
}
