/** A short word about what has just happened; it goes away by itself. */
export interface Toast {
  id: number
  message: string
  tone: 'positive' | 'neutral' | 'danger'
  /** Takes back what happened. */
  undo?: () => void
}

const shown = $state<Toast[]>([])
let last = 0

export const toasts: readonly Toast[] = shown

export function showToast(message: string, options: { tone?: Toast['tone']; undo?: () => void } = {}): void {
  shown.push({ id: ++last, message, tone: options.tone ?? 'positive', undo: options.undo })
  // More than three at once are no longer read.
  if (shown.length > 3) shown.shift()
}

export function dismissToast(id: number): void {
  const index = shown.findIndex((toast) => toast.id === id)
  if (index !== -1) shown.splice(index, 1)
}
