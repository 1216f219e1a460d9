import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { PlainKey } from '@baseplate/texts/keys'
import type { LucideIcon } from '@lucide/svelte'
import Blocks from '@lucide/svelte/icons/blocks'
import Gamepad from '@lucide/svelte/icons/gamepad-2'
import House from '@lucide/svelte/icons/house'
import Search from '@lucide/svelte/icons/search'
import Settings from '@lucide/svelte/icons/settings'
import Shapes from '@lucide/svelte/icons/shapes'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import Shirt from '@lucide/svelte/icons/shirt'
import Store from '@lucide/svelte/icons/store'
import Users from '@lucide/svelte/icons/users'

interface NavItem {
  href: string
  label: PlainKey
  icon: LucideIcon
}

/** Main navigation for signed-in users, in the rail and in the tabs of a phone. */
export const navItems: readonly NavItem[] = [
  { href: '/home', label: 'frame.home', icon: House },
  { href: '/games', label: 'frame.games', icon: Gamepad },
  { href: '/catalog', label: 'frame.catalog', icon: Store },
  { href: '/character', label: 'frame.avatar', icon: Shirt },
  { href: '/friends', label: 'frame.friends', icon: Users },
  { href: '/groups', label: 'frame.groups', icon: Shapes },
  { href: '/develop', label: 'frame.create', icon: Blocks },
  { href: '/settings', label: 'frame.settings', icon: Settings },
]

const administration: NavItem = { href: '/admin', label: 'frame.administration', icon: ShieldCheck }

/** Main navigation of visitors on phones. Games and items are the lists that need no account, and each has a search of its own. */
export const visitorItems: readonly NavItem[] = [
  { href: '/games', label: 'frame.games', icon: Gamepad },
  { href: '/catalog', label: 'frame.catalog', icon: Store },
  { href: '/games#search', label: 'frame.search', icon: Search },
]

/** Whether a permission level may use any administration tool. */
export const administers = (level: number): boolean => level >= permissionLevel.catalogManager

/** Returns the items of the rail for a permission level. */
export const railItemsOf = (level: number): readonly NavItem[] =>
  administers(level) ? [...navItems, administration] : navItems

/** Returns the navigation item of a path. `/games/create` belongs to "Create", the pages of a game to "Games". */
export function currentNavItem(path: string): NavItem | undefined {
  if (path === '/games/create') return currentNavItem('/develop')
  if (path.startsWith('/place/')) return currentNavItem('/games')
  return [...navItems, administration]
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((one, other) => other.href.length - one.href.length)[0]
}
