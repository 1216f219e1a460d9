const storageKey = 'single-key-shortcuts'

let enabled = $state(true)

/**
 * Whether single keys do something on administration pages. Speech input types letters, so people must be able to switch them
 * off (WCAG 2.1.4). The browser remembers the choice.
 */
export const shortcuts = {
  get enabled(): boolean {
    return enabled
  },
  set enabled(value: boolean) {
    enabled = value
    localStorage.setItem(storageKey, value ? 'on' : 'off')
  },
}

if (typeof localStorage !== 'undefined') enabled = localStorage.getItem(storageKey) !== 'off'

/** Returns the key when it is a shortcut: pressed alone, outside of text fields. */
export function shortcutOf({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (!enabled || ctrlKey || metaKey || altKey) return undefined
  return isField(target) ? undefined : key
}

/** Whether keys that are pressed in an element write or choose something there. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
