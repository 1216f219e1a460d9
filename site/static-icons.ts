import type { Plugin } from 'vite'

/** A shape of an icon: its element and its attributes. */
type Shape = [element: string, attributes: Record<string, string>]

const source = /\/@lucide\/svelte\/dist\/icons\/[^/]+\.svelte$/
const data = /^const iconData = (\{.*\});$/m

/**
 * Compiles each of Lucide's icons to a component of its own with constant markup. Lucide's own component builds every shape at run
 * time, which was a tenth of rendering a page with the top bar on the server.
 */
export const staticIcons = (): Plugin => ({
  name: 'static-icons',
  enforce: 'pre',
  transform: {
    filter: { id: source },
    handler(code, id) {
      const [, json] = data.exec(code) ?? []
      if (json === undefined) throw new Error(`${id} has no shapes where @lucide/svelte keeps them`)
      const { node } = JSON.parse(json) as { node: Shape[] }
      return { code: component(node), map: null }
    },
  },
})

const component = (shapes: readonly Shape[]) => `<script>
const { size = 24, strokeWidth = 2, color = 'currentColor', ...rest } = $props()
</script>
<svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke={color} stroke-width={strokeWidth} stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" {...rest}>${shapes.map(element).join('')}</svg>
`

const element = ([name, attributes]: Shape) =>
  `<${name} ${Object.entries(attributes)
    .map(([attribute, value]) => `${attribute}="${value}"`)
    .join(' ')} />`
