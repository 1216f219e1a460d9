import type { Attention } from '@baseplate/platform/operations/door'
import { formatFileSize } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'
import { toolAt } from './tools.ts'

interface Words {
  /** Describes the item, given its count. */
  text: (count: number) => string
  /** The page on which a staff member can act, or a section of the overview with more about it. */
  href?: string
  /** Marks a malfunction; other items are work that is waiting. */
  broken?: boolean
}

const words: Record<Attention['what'], Words> = {
  ledger: { text: () => t('admin.attention.ledger'), broken: true },
  orchestrator: { text: () => t('admin.attention.orchestrator'), broken: true },
  servers: {
    text: (count) => t('admin.attention.servers', { count }),
    href: '/admin/servers?state=failed',
    broken: true,
  },
  disk: { text: (bytes) => t('admin.attention.disk', { free: formatFileSize(bytes) }), broken: true },
  backup: { text: () => t('admin.attention.backup'), href: '#backup', broken: true },
  payments: {
    text: (count) => t('admin.attention.payments', { count }),
    href: '/admin/economy',
    broken: true,
  },
  renders: {
    text: (count) => t('admin.attention.renders', { count }),
    href: '/admin/renders',
    broken: true,
  },
  incompleterenders: {
    text: (count) => t('admin.attention.incomplete_renders', { count }),
    href: '/admin/renders?state=incomplete',
  },
  reports: {
    text: (count) => t('admin.attention.reports', { count }),
    href: '/admin/reports',
  },
  assets: {
    text: (count) => t('admin.attention.assets', { count }),
    href: '/admin/assets',
  },
  pictures: {
    text: (count) => t('admin.attention.pictures', { count }),
    href: '/admin/assets#pictures',
  },
  appeals: {
    text: (count) => t('admin.attention.appeals', { count }),
    href: '/admin/appeals',
  },
  itemappeals: {
    text: (count) => t('admin.attention.item_appeals', { count }),
    href: '/admin/appeals?about=items',
  },
  gameappeals: {
    text: (count) => t('admin.attention.game_appeals', { count }),
    href: '/admin/appeals?about=games',
  },
}

/** Returns the text of an item that needs attention, with a link if the viewer may use the tool behind it. */
export function wordsOf({ what, count }: Pick<Attention, 'what' | 'count'>, level: number) {
  const { text, href, broken = false } = words[what]
  const tool = toolAt(href?.split(/[?#]/)[0] ?? '')
  const isOpen = href?.startsWith('#') || (tool && level >= tool.level)
  return { text: text(count ?? 0), href: isOpen ? href : undefined, broken }
}
