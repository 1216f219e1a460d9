/** Whether a text is a BCP 47 language tag in its usual form, such as `en` or `pt-BR`. */
export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text)[0] === text
  } catch {
    return false
  }
}
