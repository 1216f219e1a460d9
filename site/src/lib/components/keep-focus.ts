/**
 * SvelteKit takes the focus to the top of the page when a form is done, or to what its answer's address points at. People go
 * on from where they are, or have gone to meanwhile: by a key or by pressing something.
 */
export async function keepFocus(change: () => Promise<void>): Promise<void> {
  let held = document.activeElement
  let acted = false
  const hold = (element: EventTarget | null) => {
    if (element instanceof Element && element !== document.body) held = element
  }
  const act = () => {
    acted = true
    hold(document.activeElement)
  }
  const follow = ({ target }: FocusEvent) => {
    if (acted) hold(target)
  }
  document.addEventListener('keydown', act)
  document.addEventListener('pointerdown', act)
  document.addEventListener('focusin', follow)
  try {
    await change()
  } finally {
    document.removeEventListener('keydown', act)
    document.removeEventListener('pointerdown', act)
    document.removeEventListener('focusin', follow)
  }
  if (held instanceof HTMLElement && held.isConnected) held.focus({ preventScroll: true })
}
