/** Parts of a game's page, one of which is shown below its pictures. */
export const pageTabs = ['about', 'updates', 'comments', 'servers'] as const
export type PageTab = (typeof pageTabs)[number]

/** Returns the part that an address asks for. An unknown one is the first. */
export const tabOf = ({ searchParams }: URL): PageTab =>
  pageTabs.find((tab) => tab === searchParams.get('tab')) ?? pageTabs[0]

/**
 * Returns the address of a part, relative to the page. The fragment keeps the tabs in view without JavaScript.
 *
 * @param privateTicket the ticket of a private place from the visitor's link
 */
export function tabAddress(tab: PageTab, privateTicket: string | undefined): string {
  const query = new URLSearchParams({ tab, ...(privateTicket && { privateServer: privateTicket }) })
  return `?${query}#details`
}
