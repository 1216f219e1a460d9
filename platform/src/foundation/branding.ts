/** A picture of the platform's own. Its address is `/identity/<name>.png`. */
export interface SitePicture {
  /** Beginning of the hash of its bytes. */
  name: string
  /** Pixels. */
  width: number
  height: number
}

/** The platform's name, look and links: the configuration, with the changes of /admin/site. */
export interface SiteBranding {
  name: string
  /** A sentence below the name, for visitors. May be empty. */
  tagline: string
  /** A paragraph for visitors. Empty: the page's own text. */
  welcome: string
  /** A wide picture in place of the name. Null: the icon and the name. */
  logo: SitePicture | null
  /** A square picture. Null: Baseplate's own. */
  icon: SitePicture | null
  /** `#rrggbb`; null: the colour of the themes. */
  accent: string | null
  /** Addresses of pages for the footer. Empty: no link. `contact` may start with `mailto:`. */
  links: Readonly<Record<'terms' | 'privacy' | 'contact', string>>
  /** BCP 47 tags of the languages to choose from, the default first. */
  languages: readonly string[]
  /** Genres that makers choose from. */
  genres: readonly string[]
}

/** Returns the language in which a user reads: the chosen one while it is offered, otherwise the default. */
export const languageFor = (
  { languages }: Pick<SiteBranding, 'languages'>,
  chosen: string | null | undefined,
): string | undefined => languages.find((one) => one === chosen) ?? languages[0]

/** The platform's branding, for every page, endpoint and mail. */
export interface BrandingReader {
  /** Returns the current branding. While the database is unavailable, it is the last one that was read. */
  read(): Promise<SiteBranding>
  /** Drops the cached branding of every process, after a change. */
  forget(): void
}
