import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { PlainKey } from '@baseplate/texts/keys'
import type { LucideIcon } from '@lucide/svelte'
import Coins from '@lucide/svelte/icons/coins'
import EyeOff from '@lucide/svelte/icons/eye-off'
import Flag from '@lucide/svelte/icons/flag'
import Gavel from '@lucide/svelte/icons/gavel'
import HandCoins from '@lucide/svelte/icons/hand-coins'
import Images from '@lucide/svelte/icons/images'
import KeyRound from '@lucide/svelte/icons/key-round'
import Megaphone from '@lucide/svelte/icons/megaphone'
import MessageSquareWarning from '@lucide/svelte/icons/message-square-warning'
import PackageCheck from '@lucide/svelte/icons/package-check'
import Palette from '@lucide/svelte/icons/palette'
import ReceiptText from '@lucide/svelte/icons/receipt-text'
import Scale from '@lucide/svelte/icons/scale'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import Server from '@lucide/svelte/icons/server'
import Users from '@lucide/svelte/icons/users'

export interface Tool {
  href: `/admin/${string}`
  label: PlainKey
  /** Describes the tool on the start page of the administration. */
  about: PlainKey
  icon: LucideIcon
  /** The permission level that the tool requires. */
  level: number
}

const tools: readonly Tool[] = [
  {
    href: '/admin/reports',
    label: 'admin.tools.reports.title',
    about: 'admin.tools.reports.about',
    icon: MessageSquareWarning,
    level: permissionLevel.catalogManager,
  },
  {
    href: '/admin/assets',
    label: 'admin.tools.assets.title',
    about: 'admin.tools.assets.about',
    icon: PackageCheck,
    level: permissionLevel.catalogManager,
  },
  {
    href: '/admin/renders',
    label: 'admin.tools.renders.title',
    about: 'admin.tools.renders.about',
    icon: Images,
    level: permissionLevel.catalogManager,
  },
  {
    href: '/admin/moderation',
    label: 'admin.tools.moderation.title',
    about: 'admin.tools.moderation.about',
    icon: Gavel,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/takedowns',
    label: 'admin.tools.takedowns.title',
    about: 'admin.tools.takedowns.about',
    icon: EyeOff,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/appeals',
    label: 'admin.tools.appeals.title',
    about: 'admin.tools.appeals.about',
    icon: Scale,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/accounts',
    label: 'admin.tools.accounts.title',
    about: 'admin.tools.accounts.about',
    icon: Users,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/servers',
    label: 'admin.tools.servers.title',
    about: 'admin.tools.servers.about',
    icon: Server,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/economy',
    label: 'admin.tools.economy.title',
    about: 'admin.tools.economy.about',
    icon: Coins,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/transactions',
    label: 'admin.tools.transactions.title',
    about: 'admin.tools.transactions.about',
    icon: ReceiptText,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/mint',
    label: 'admin.tools.mint.title',
    about: 'admin.tools.mint.about',
    icon: HandCoins,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/site',
    label: 'admin.tools.site.title',
    about: 'admin.tools.site.about',
    icon: Palette,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/flags',
    label: 'admin.tools.flags.title',
    about: 'admin.tools.flags.about',
    icon: Flag,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/banners',
    label: 'admin.tools.banners.title',
    about: 'admin.tools.banners.about',
    icon: Megaphone,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/audit',
    label: 'admin.tools.audit.title',
    about: 'admin.tools.audit.about',
    icon: ScrollText,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/regkeys',
    label: 'admin.tools.regkeys.title',
    about: 'admin.tools.regkeys.about',
    icon: KeyRound,
    level: permissionLevel.administrator,
  },
]

/** Returns the tools that a permission level may use. This only decides what is listed; each page checks the level itself. */
export const toolsOf = (level: number): readonly Tool[] => tools.filter((tool) => level >= tool.level)

/** Returns the tool that a path belongs to. */
export const toolAt = (path: string): Tool | undefined =>
  tools.find(({ href }) => path === href || path.startsWith(`${href}/`))
