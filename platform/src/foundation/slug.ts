/**
 * Returns a name for use in a URL: ASCII letters and digits, with one `-` for every run of other characters between them. Returns
 * `unnamed` if no character is left. Pages are found by id, so the slug only makes the URL readable.
 */
export function slugOf(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'unnamed'
}
