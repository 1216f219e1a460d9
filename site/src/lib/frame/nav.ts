import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { LucideIcon } from '@lucide/svelte'
import Blocks from '@lucide/svelte/icons/blocks'
import Gamepad from '@lucide/svelte/icons/gamepad-2'
import House from '@lucide/svelte/icons/house'
import Settings from '@lucide/svelte/icons/settings'
import Shapes from '@lucide/svelte/icons/shapes'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import Shirt from '@lucide/svelte/icons/shirt'
import Store from '@lucide/svelte/icons/store'
import Users from '@lucide/svelte/icons/users'

export interface NavItem {
  href: string
  label: string
  icon: LucideIcon
}

/** Main navigation for signed-in users, in the rail and in the tabs of a phone. */
export const navItems: readonly NavItem[] = [
  { href: '/home', label: 'Home', icon: House },
  { href: '/games', label: 'Games', icon: Gamepad },
  { href: '/catalog', label: 'Catalog', icon: Store },
  { href: '/character', label: 'Avatar', icon: Shirt },
  { href: '/friends', label: 'Friends', icon: Users },
  { href: '/groups', label: 'Groups', icon: Shapes },
  { href: '/develop', label: 'Create', icon: Blocks },
  { href: '/settings', label: 'Settings', icon: Settings },
]

const administration: NavItem = { href: '/admin', label: 'Administration', icon: ShieldCheck }

/** Whether a permission level may use any administration tool. */
export const administers = (level: number): boolean => level >= permissionLevel.catalogManager

/** Returns the items of the rail for a permission level. */
export const railItemsOf = (level: number): readonly NavItem[] =>
  administers(level) ? [...navItems, administration] : navItems

/** Returns the navigation item of a path. `/games/create` belongs to "Create". */
export function currentNavItem(path: string): NavItem | undefined {
  if (path === '/games/create') return currentNavItem('/develop')
  return [...navItems, administration]
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((one, other) => other.href.length - one.href.length)[0]
}
