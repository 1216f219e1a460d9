import type { PlainCode } from '../../foundation/problem.ts'

/**
 * Allow lists for profile CSS. Everything else is dropped, because a deny list always misses something. Nothing in these
 * lists loads a resource or affects an element outside the profile.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Allowed properties, with each side and corner written out. */
export const properties = words(`
  accent-color align-content align-items align-self animation animation-delay animation-direction animation-duration
  animation-fill-mode animation-iteration-count animation-name animation-play-state animation-timing-function
  aspect-ratio backdrop-filter backface-visibility background background-attachment background-blend-mode
  background-clip background-color background-image background-origin background-position background-position-x
  background-position-y background-repeat background-size block-size border border-block border-block-color
  border-block-end border-block-start border-block-style border-block-width border-bottom border-bottom-color
  border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-collapse
  border-color border-end-end-radius border-end-start-radius border-image border-image-outset border-image-repeat
  border-image-slice border-image-source border-image-width border-inline border-inline-color border-inline-end
  border-inline-start border-inline-style border-inline-width border-left border-left-color border-left-style
  border-left-width border-radius border-right border-right-color border-right-style border-right-width
  border-spacing border-start-end-radius border-start-start-radius border-style border-top border-top-color
  border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom box-shadow
  box-sizing caption-side caret-color clear clip-path color column-count column-fill column-gap column-rule
  column-rule-color column-rule-style column-rule-width column-span column-width columns container container-name
  container-type content counter-increment counter-reset counter-set cursor direction display empty-cells filter flex
  flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family font-feature-settings
  font-kerning font-optical-sizing font-size font-size-adjust font-stretch font-style font-synthesis font-variant
  font-variant-alternates font-variant-caps font-variant-east-asian font-variant-ligatures font-variant-numeric
  font-variant-position font-variation-settings font-weight gap grid grid-area grid-auto-columns grid-auto-flow
  grid-auto-rows grid-column grid-column-end grid-column-start grid-row grid-row-end grid-row-start grid-template
  grid-template-areas grid-template-columns grid-template-rows height hyphens image-rendering inline-size inset
  inset-block inset-block-end inset-block-start inset-inline inset-inline-end inset-inline-start isolation
  justify-content justify-items justify-self left letter-spacing line-break line-height list-style list-style-image
  list-style-position list-style-type margin margin-block margin-block-end margin-block-start margin-bottom
  margin-inline margin-inline-end margin-inline-start margin-left margin-right margin-top mask mask-clip
  mask-composite mask-image mask-mode mask-origin mask-position mask-repeat mask-size max-block-size max-height
  max-inline-size max-width min-block-size min-height min-inline-size min-width mix-blend-mode object-fit
  object-position opacity order outline outline-color outline-offset outline-style outline-width overflow
  overflow-wrap overflow-x overflow-y padding padding-block padding-block-end padding-block-start padding-bottom
  padding-inline padding-inline-end padding-inline-start padding-left padding-right padding-top perspective
  perspective-origin place-content place-items place-self position quotes right rotate row-gap scale scrollbar-color
  scrollbar-width tab-size table-layout text-align text-align-last text-decoration text-decoration-color
  text-decoration-line text-decoration-style text-decoration-thickness text-emphasis text-emphasis-color
  text-emphasis-position text-emphasis-style text-indent text-overflow text-shadow text-transform
  text-underline-offset text-underline-position text-wrap top transform transform-box transform-origin
  transform-style transition transition-delay transition-duration transition-property transition-timing-function
  translate unicode-bidi vertical-align visibility white-space width word-break word-spacing writing-mode z-index
  -webkit-background-clip -webkit-box-orient -webkit-line-clamp -webkit-text-fill-color -webkit-text-stroke
  -webkit-text-stroke-color -webkit-text-stroke-width
`)

/** Properties that allow only some keywords, each with the code for other values. A variable is not a keyword. */
export const keywords: Readonly<Record<string, { words: ReadonlySet<string>; otherwise: PlainCode }>> = {
  // `fixed` and `sticky` would leave the profile's frame.
  position: {
    words: words('static relative absolute initial inherit unset revert'),
    otherwise: 'styling.position_unavailable',
  },
  // `none` would hide the pointer, and `url()` would load a resource.
  cursor: {
    words: words(`
      auto default context-menu help pointer progress wait cell crosshair text vertical-text alias copy move no-drop
      not-allowed grab grabbing all-scroll zoom-in zoom-out initial inherit unset revert
    `),
    otherwise: 'styling.cursor_unavailable',
  },
}

/**
 * Allowed functions. `url`, `src`, `image`, `image-set`, `cross-fade`, `element`, `paint`, `attr`, `env` and `expression` are
 * excluded.
 */
export const functions = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp
  linear-gradient radial-gradient conic-gradient
  repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d
  rotate rotatex rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  cubic-bezier steps linear repeat minmax fit-content counter counters
  circle ellipse inset polygon rect xywh
`)

export const units = words(`
  px cm mm q in pt pc em rem ex rex ch rch cap rcap ic ric lh rlh
  vw vh vi vb vmin vmax svw svh svi svb svmin svmax lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb dvmin dvmax
  cqw cqh cqi cqb cqmin cqmax deg grad rad turn s ms fr dpi dpcm dppx x
`)

/** Properties that accept text in quotes. */
export const textProperties = words(`
  content quotes font font-family font-feature-settings font-variation-settings grid grid-template
  grid-template-areas list-style list-style-type text-emphasis text-emphasis-style text-overflow hyphens
`)

export const pseudoClasses = words(`
  active any-link empty first-child first-of-type focus focus-visible focus-within has hover is last-child
  last-of-type link not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type target visited
  where
`)

export const pseudoElements = words('before after first-letter first-line marker selection')

/** Words of `animation` that cannot be names of keyframes. */
export const animationWords = words(`
  none initial inherit unset revert infinite normal reverse alternate alternate-reverse forwards backwards both
  running paused ease ease-in ease-out ease-in-out linear step-start step-end
`)

/** Variables of the theme. Profile CSS may use them, but not set them. */
export const themeVariables = words(`
  --surface --surface-raised --surface-sunken --line --line-strong --text --text-muted --accent --accent-hover
  --accent-edge --on-accent --accent-soft --accent-text --positive --positive-soft --warning --warning-soft --danger
  --danger-edge --danger-soft --on-danger --currency --shadow-near --shadow-far --small-radius --medium-radius
  --large-radius --font-text --font-title
`)

/** Variables that profile CSS may set. The cards of games, groups and posts use them: docs/reference/site-api.md#profile-css. */
export const cardVariables = words('--card-ground --card-line --card-text --card-muted')
