import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { PlainKey } from '@baseplate/texts/keys'
import type { LucideIcon } from '@lucide/svelte'
import Coins from '@lucide/svelte/icons/coins'
import EyeOff from '@lucide/svelte/icons/eye-off'
import Filter from '@lucide/svelte/icons/filter'
import Flag from '@lucide/svelte/icons/flag'
import Gavel from '@lucide/svelte/icons/gavel'
import HandCoins from '@lucide/svelte/icons/hand-coins'
import Images from '@lucide/svelte/icons/images'
import KeyRound from '@lucide/svelte/icons/key-round'
import Megaphone from '@lucide/svelte/icons/megaphone'
import MessageSquareWarning from '@lucide/svelte/icons/message-square-warning'
import PackageCheck from '@lucide/svelte/icons/package-check'
import Palette from '@lucide/svelte/icons/palette'
import Radio from '@lucide/svelte/icons/radio'
import ReceiptText from '@lucide/svelte/icons/receipt-text'
import Scale from '@lucide/svelte/icons/scale'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import Server from '@lucide/svelte/icons/server'
import Users from '@lucide/svelte/icons/users'
import Webhook from '@lucide/svelte/icons/webhook'

/** Groups of the menu, in its order. */
export const toolGroups = ['review', 'people', 'platform', 'economy'] as const

interface Tool {
  group: (typeof toolGroups)[number]
  href: `/admin/${string}`
  label: PlainKey
  /** Describes the tool on the start page of the administration. */
  about: PlainKey
  icon: LucideIcon
  /** The permission level that the tool requires. */
  level: number
}

/** All tools, in the order of the menu. */
const tools: readonly Tool[] = [
  {
    group: 'review',
    href: '/admin/reports',
    label: 'admin.tools.reports.title',
    about: 'admin.tools.reports.about',
    icon: MessageSquareWarning,
    level: permissionLevel.catalogManager,
  },
  {
    group: 'review',
    href: '/admin/assets',
    label: 'admin.tools.assets.title',
    about: 'admin.tools.assets.about',
    icon: PackageCheck,
    level: permissionLevel.catalogManager,
  },
  {
    group: 'review',
    href: '/admin/takedowns',
    label: 'admin.tools.takedowns.title',
    about: 'admin.tools.takedowns.about',
    icon: EyeOff,
    level: permissionLevel.moderator,
  },
  {
    group: 'review',
    href: '/admin/appeals',
    label: 'admin.tools.appeals.title',
    about: 'admin.tools.appeals.about',
    icon: Scale,
    level: permissionLevel.moderator,
  },
  {
    group: 'review',
    href: '/admin/filter',
    label: 'admin.tools.filter.title',
    about: 'admin.tools.filter.about',
    icon: Filter,
    level: permissionLevel.administrator,
  },
  {
    group: 'people',
    href: '/admin/moderation',
    label: 'admin.tools.moderation.title',
    about: 'admin.tools.moderation.about',
    icon: Gavel,
    level: permissionLevel.moderator,
  },
  {
    group: 'people',
    href: '/admin/accounts',
    label: 'admin.tools.accounts.title',
    about: 'admin.tools.accounts.about',
    icon: Users,
    level: permissionLevel.moderator,
  },
  {
    group: 'people',
    href: '/admin/audit',
    label: 'admin.tools.audit.title',
    about: 'admin.tools.audit.about',
    icon: ScrollText,
    level: permissionLevel.moderator,
  },
  {
    group: 'people',
    href: '/admin/regkeys',
    label: 'admin.tools.regkeys.title',
    about: 'admin.tools.regkeys.about',
    icon: KeyRound,
    level: permissionLevel.administrator,
  },
  {
    group: 'platform',
    href: '/admin/renders',
    label: 'admin.tools.renders.title',
    about: 'admin.tools.renders.about',
    icon: Images,
    level: permissionLevel.catalogManager,
  },
  {
    group: 'platform',
    href: '/admin/servers',
    label: 'admin.tools.servers.title',
    about: 'admin.tools.servers.about',
    icon: Server,
    level: permissionLevel.moderator,
  },
  {
    group: 'platform',
    href: '/admin/site',
    label: 'admin.tools.site.title',
    about: 'admin.tools.site.about',
    icon: Palette,
    level: permissionLevel.administrator,
  },
  {
    group: 'platform',
    href: '/admin/flags',
    label: 'admin.tools.flags.title',
    about: 'admin.tools.flags.about',
    icon: Flag,
    level: permissionLevel.administrator,
  },
  {
    group: 'platform',
    href: '/admin/client-calls',
    label: 'admin.tools.client_calls.title',
    about: 'admin.tools.client_calls.about',
    icon: Radio,
    level: permissionLevel.administrator,
  },
  {
    group: 'platform',
    href: '/admin/banners',
    label: 'admin.tools.banners.title',
    about: 'admin.tools.banners.about',
    icon: Megaphone,
    level: permissionLevel.administrator,
  },
  {
    group: 'platform',
    href: '/admin/webhooks',
    label: 'webhooks.title',
    about: 'webhooks.about_platform',
    icon: Webhook,
    level: permissionLevel.administrator,
  },
  {
    group: 'economy',
    href: '/admin/economy',
    label: 'admin.tools.economy.title',
    about: 'admin.tools.economy.about',
    icon: Coins,
    level: permissionLevel.administrator,
  },
  {
    group: 'economy',
    href: '/admin/transactions',
    label: 'admin.tools.transactions.title',
    about: 'admin.tools.transactions.about',
    icon: ReceiptText,
    level: permissionLevel.administrator,
  },
  {
    group: 'economy',
    href: '/admin/mint',
    label: 'admin.tools.mint.title',
    about: 'admin.tools.mint.about',
    icon: HandCoins,
    level: permissionLevel.administrator,
  },
]

/** Returns the tools that a permission level may use. This only decides what is listed; each page checks the level itself. */
export const toolsOf = (level: number): readonly Tool[] => tools.filter((tool) => level >= tool.level)

/** Returns the tool that a path belongs to. */
export const toolAt = (path: string): Tool | undefined =>
  tools.find(({ href }) => path === href || path.startsWith(`${href}/`))
