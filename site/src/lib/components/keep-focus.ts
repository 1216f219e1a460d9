const panelOf = (element: Element | null) => element?.closest('section[tabindex]') ?? null

/**
 * Restores the focus after an update. SvelteKit moves it to the top of the page, or to the target of the URL. Users
 * continue where they were, or where they have moved meanwhile by keyboard or pointer. If the update has removed that
 * control, as a decision removes its button, they continue in the panel that contained it.
 */
export async function keepFocus(change: () => Promise<void>): Promise<void> {
  let held = document.activeElement
  let panel = panelOf(held)
  let acted = false
  const hold = (element: EventTarget | null) => {
    if (!(element instanceof Element) || element === document.body) return
    held = element
    panel = panelOf(element)
  }
  const act = () => {
    acted = true
    hold(document.activeElement)
  }
  const restore = () => {
    const target = held?.isConnected ? held : panel
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
  }
  const follow = ({ target }: FocusEvent) => {
    // Restores the focus at once; otherwise a key that is pressed before the update ends would do nothing.
    if (target === document.body) restore()
    else if (acted) hold(target)
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
  restore()
}
