/**
 * The name of something in its address: every run of characters other than ASCII letters and digits becomes one `-`,
 * trimmed; nothing left: `unnamed` (decisions, section 6). The id decides, the slug only reads well.
 */
export function slugOf(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'unnamed'
}
