import { onMount } from 'svelte'

/**
 * Keeps text that was typed before hydration, which resets controls to the values from the server. Call it while the
 * component that owns the control initialises.
 */
export function keepTyped(id: string): void {
  if (typeof document === 'undefined') return
  const control = document.getElementById(id)
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
  const { value } = control
  const checked = control instanceof HTMLInputElement && control.checked
  onMount(() => {
    if (control.value !== value) control.value = value
    if (control instanceof HTMLInputElement) control.checked = checked
  })
}
