import type { SiteBranding } from '@baseplate/platform/foundation/branding'

/** Returns the elements of a page's head that come from the platform's branding: its icon and its accent. */
export function brandingElements({ icon, accent }: SiteBranding): string {
  const elements = [
    icon
      ? `<link rel="icon" href="/identity/${icon.name}.png" type="image/png" />`
      : '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
  ]
  elements.push(
    `<link rel="apple-touch-icon" href="${icon ? `/identity/${icon.name}.png` : '/icon.png'}" />`,
    '<link rel="manifest" href="/manifest.webmanifest" />',
  )
  if (accent) elements.push(`<meta name="theme-color" content="${accent}" />`)
  if (accent) elements.push(`<link rel="stylesheet" href="/identity/${accent.slice(1)}.css" />`)
  return elements.join('\n    ')
}
