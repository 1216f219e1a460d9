import { onMount } from 'svelte'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

/** Returns a function that restores the control's current value. Scripts cannot choose files. */
function snapshot(control: Control): () => void {
  if (control instanceof HTMLInputElement && control.type === 'file') return () => {}
  const { value } = control
  const checked = control instanceof HTMLInputElement && control.checked
  return () => {
    if (control.value !== value) control.value = value
    if (control instanceof HTMLInputElement) control.checked = checked
  }
}

/**
 * Preserves what was typed before hydration, which resets controls to the values from the server. Call it while the
 * component that owns the control initialises.
 */
export function preserveThroughHydration(id: string): void {
  if (typeof document === 'undefined') return
  const control = document.getElementById(id)
  if (isControl(control)) onMount(snapshot(control))
}

/**
 * Records what is typed into a form from now on, because its result resets the fields to what was sent. Returns a function
 * that ends the recording and restores what was typed.
 */
export function recordInput(form: HTMLFormElement): () => void {
  const typed = new Map<Control, () => void>()
  const record = ({ target }: Event) => {
    if (isControl(target)) typed.set(target, snapshot(target))
  }
  form.addEventListener('input', record)
  return () => {
    form.removeEventListener('input', record)
    for (const restore of typed.values()) restore()
  }
}
