/** A short word about what has just happened; it goes away by itself. */
export interface Toast {
  id: number
  message: string
  /** `news`: something that others did. */
  tone: 'positive' | 'news' | 'danger'
  /** Where there is more about it. */
  href?: string
  /** Called when that is opened. */
  onopen?: () => void
  /** Takes back what happened. */
  undo?: () => void
  /** Called when it goes, however it does. */
  ongone?: () => void
}

const shown = $state<Toast[]>([])
let last = 0

export const toasts: readonly Toast[] = shown

export function showToast(
  message: string,
  options: Partial<Pick<Toast, 'tone' | 'href' | 'onopen' | 'undo' | 'ongone'>> = {},
): number {
  shown.push({ id: ++last, message, tone: 'positive', ...options })
  // More than three at once are no longer read.
  if (shown.length > 3) shown.shift()?.ongone?.()
  return last
}

export function dismissToast(id: number): void {
  const index = shown.findIndex((toast) => toast.id === id)
  if (index !== -1) shown.splice(index, 1)[0]?.ongone?.()
}
