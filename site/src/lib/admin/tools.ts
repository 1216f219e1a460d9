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
  /** What one does there, as the front page of administration says it. */
  about: string
  icon: LucideIcon
  /** The permission level that it takes. */
  level: number
}

const tools: readonly Tool[] = [
  {
    href: '/admin/reports',
    label: 'Reports',
    about: 'What people say is not in order: take it, look, close it.',
    icon: MessageSquareWarning,
    level: 3,
  },
  {
    href: '/admin/assets',
    label: 'Approval',
    about: 'What people have made: look at it, approve it, or refuse it and say why.',
    icon: PackageCheck,
    level: 3,
  },
  {
    href: '/admin/renders',
    label: 'Renders',
    about: 'Pictures that are being drawn, and those that could not be.',
    icon: Images,
    level: 3,
  },
  {
    href: '/admin/moderation',
    label: 'Moderation',
    about: 'Warn, ban, terminate, and what is in force.',
    icon: Gavel,
    level: 4,
  },
  {
    href: '/admin/takedowns',
    label: 'Takedowns',
    about: 'Games that moderators took down.',
    icon: EyeOff,
    level: 4,
  },
  {
    href: '/admin/appeals',
    label: 'Appeals',
    about: 'Appeals against bans, refused items and games that were taken down.',
    icon: Scale,
    level: 4,
  },
  {
    href: '/admin/accounts',
    label: 'Accounts',
    about: 'Everybody who has registered: levels, standing, history.',
    icon: Users,
    level: 4,
  },
  {
    href: '/admin/servers',
    label: 'Servers',
    about: 'Game servers that run, and those that failed: start, close, read what they say.',
    icon: Server,
    level: 4,
  },
  {
    href: '/admin/economy',
    label: 'Money',
    about: 'How much there is, and whether the ledger and what was paid for say the same.',
    icon: Coins,
    level: 5,
  },
  {
    href: '/admin/transactions',
    label: 'Transactions',
    about: 'What the ledger has, of everybody: minted, paid, burned.',
    icon: ReceiptText,
    level: 5,
  },
  {
    href: '/admin/mint',
    label: 'Mint',
    about: 'Make currency, and give it to somebody.',
    icon: HandCoins,
    level: 5,
  },
  {
    href: '/admin/flags',
    label: 'Flags',
    about: 'What game clients, studios and game servers read when they start.',
    icon: Flag,
    level: 5,
  },
  {
    href: '/admin/banners',
    label: 'Banners',
    about: 'What is said at the top of every page.',
    icon: Megaphone,
    level: 5,
  },
  {
    href: '/admin/audit',
    label: 'Audit log',
    about: 'Who did what: every change by those of level 3 and higher.',
    icon: ScrollText,
    level: 5,
  },
  {
    href: '/admin/regkeys',
    label: 'Registration keys',
    about: 'Invitations: who may make an account, and how many may.',
    icon: KeyRound,
    level: 5,
  },
]

/** What somebody of a level may use; each page asks for its level itself. */
export const toolsOf = (level: number): readonly Tool[] => tools.filter((tool) => level >= tool.level)

/** The tool that a path belongs to. */
export const toolAt = (path: string): Tool | undefined =>
  tools.find(({ href }) => path === href || path.startsWith(`${href}/`))
