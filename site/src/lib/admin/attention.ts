import { toolAt } from './tools.ts'

interface Words {
  /** Describes the item, given its count. */
  text: (count: number) => string
  /** The page on which a staff member can act. */
  href?: string
  /** Marks a malfunction; other items are work that is waiting. */
  broken?: boolean
}

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const words: Record<string, Words> = {
  ledger: {
    text: () => 'The economy service cannot be reached: nobody can buy, sell or see their balance',
    broken: true,
  },
  orchestrator: {
    text: () => 'The orchestrator cannot be reached: no game server can be started',
    broken: true,
  },
  servers: {
    text: (count) => `${some(count, 'game server', 'game servers')} failed`,
    href: '/admin/servers?state=failed',
    broken: true,
  },
  disk: {
    text: (bytes) => `The disk of the data directory is nearly full: ${(bytes / 1e9).toFixed(1)} GB free`,
    broken: true,
  },
  backup: {
    text: () => 'There is no recent backup',
    broken: true,
  },
  payments: {
    text: (count) => `${some(count, 'payment is', 'payments are')} overdue`,
    href: '/admin/economy',
    broken: true,
  },
  renders: {
    text: (count) => `${some(count, 'render', 'renders')} failed`,
    href: '/admin/renders',
    broken: true,
  },
  incompleterenders: {
    text: (count) => `${some(count, 'render', 'renders')} left out a broken item`,
    href: '/admin/renders?state=incomplete',
  },
  reports: {
    text: (count) => some(count, 'open report', 'open reports'),
    href: '/admin/reports',
  },
  assets: {
    text: (count) => `${some(count, 'item is', 'items are')} waiting for approval`,
    href: '/admin/assets',
  },
  appeals: {
    text: (count) => `${some(count, 'account appeal is', 'account appeals are')} waiting for a decision`,
    href: '/admin/appeals',
  },
  itemappeals: {
    text: (count) => `${some(count, 'item appeal is', 'item appeals are')} waiting for a decision`,
    href: '/admin/appeals?about=items',
  },
  gameappeals: {
    text: (count) => `${some(count, 'game appeal is', 'game appeals are')} waiting for a decision`,
    href: '/admin/appeals?about=games',
  },
}

/** Returns the text of an item that needs attention, with a link if the viewer may use the tool behind it. */
export function wordsOf(
  { what, count, details = [] }: { what: string; count: number | null; details?: string[] },
  level: number,
) {
  const { text, href, broken = false } = words[what] ?? { text: () => what }
  const tool = toolAt(href?.split('?')[0] ?? '')
  return { text: text(count ?? 0), details, href: tool && level >= tool.level ? href : undefined, broken }
}
