/** Tabs of a game's page, below its pictures. */
export const pageTabs = ['about', 'updates', 'comments', 'servers'] as const
export type PageTab = (typeof pageTabs)[number]

/** Returns the tab that a URL names; the first one if the name is missing or unknown. */
export const tabOf = ({ searchParams }: URL): PageTab =>
  pageTabs.find((tab) => tab === searchParams.get('tab')) ?? pageTabs[0]

/**
 * Returns the URL of a tab, relative to the page. The fragment keeps the tabs in view without JavaScript.
 *
 * @param privateTicket the ticket of a private place from the visitor's link
 */
export function tabAddress(tab: PageTab, privateTicket: string | undefined): string {
  const query = new URLSearchParams({ tab, ...(privateTicket && { privateServer: privateTicket }) })
  return `?${query}#details`
}
