import { permissionLevel } from '@baseplate/platform/accounts/rules'
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
import ReceiptText from '@lucide/svelte/icons/receipt-text'
import Scale from '@lucide/svelte/icons/scale'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import Server from '@lucide/svelte/icons/server'
import Users from '@lucide/svelte/icons/users'

export interface Tool {
  href: `/admin/${string}`
  label: string
  /** One sentence for the start page of the administration. */
  about: string
  icon: LucideIcon
  /** The permission level that the tool requires. */
  level: number
}

const tools: readonly Tool[] = [
  {
    href: '/admin/reports',
    label: 'Reports',
    about: 'Claim, review and close user reports.',
    icon: MessageSquareWarning,
    level: permissionLevel.catalogManager,
  },
  {
    href: '/admin/assets',
    label: 'Approval',
    about: 'Review new items: approve them, or refuse them with a reason.',
    icon: PackageCheck,
    level: permissionLevel.catalogManager,
  },
  {
    href: '/admin/renders',
    label: 'Renders',
    about: 'The queue of pictures, and renders that failed.',
    icon: Images,
    level: permissionLevel.catalogManager,
  },
  {
    href: '/admin/moderation',
    label: 'Moderation',
    about: 'Warnings, bans and terminations that are in force.',
    icon: Gavel,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/takedowns',
    label: 'Takedowns',
    about: 'Games that moderators took down.',
    icon: EyeOff,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/appeals',
    label: 'Appeals',
    about: 'Appeals against bans, refused items and games that were taken down.',
    icon: Scale,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/accounts',
    label: 'Accounts',
    about: 'All accounts, with their levels, standing and history.',
    icon: Users,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/servers',
    label: 'Servers',
    about: 'Start and close game servers, and read their logs.',
    icon: Server,
    level: permissionLevel.moderator,
  },
  {
    href: '/admin/economy',
    label: 'Money',
    about: 'The money supply, and whether purchases match the ledger.',
    icon: Coins,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/transactions',
    label: 'Transactions',
    about: 'Every entry of the ledger: mints, payments and burns.',
    icon: ReceiptText,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/mint',
    label: 'Mint',
    about: 'Create currency for a user.',
    icon: HandCoins,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/flags',
    label: 'Flags',
    about: 'Settings that clients, studios and game servers read at startup.',
    icon: Flag,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/banners',
    label: 'Banners',
    about: 'Announcements at the top of every page.',
    icon: Megaphone,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/audit',
    label: 'Audit log',
    about: 'Every change made by level 3 and higher.',
    icon: ScrollText,
    level: permissionLevel.administrator,
  },
  {
    href: '/admin/regkeys',
    label: 'Registration keys',
    about: 'Invitations to create an account.',
    icon: KeyRound,
    level: permissionLevel.administrator,
  },
]

/** Returns the tools that a permission level may use. This only decides what is listed; each page checks the level itself. */
export const toolsOf = (level: number): readonly Tool[] => tools.filter((tool) => level >= tool.level)

/** Returns the tool that a path belongs to. */
export const toolAt = (path: string): Tool | undefined =>
  tools.find(({ href }) => path === href || path.startsWith(`${href}/`))
