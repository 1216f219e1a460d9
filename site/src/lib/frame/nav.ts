import type { LucideIcon } from '@lucide/svelte'
import Blocks from '@lucide/svelte/icons/blocks'
import Gamepad from '@lucide/svelte/icons/gamepad-2'
import House from '@lucide/svelte/icons/house'
import Settings from '@lucide/svelte/icons/settings'
import Shirt from '@lucide/svelte/icons/shirt'
import Users from '@lucide/svelte/icons/users'

export interface NavItem {
  href: string
  label: string
  icon: LucideIcon
}

/** The main places of the site, in the rail and in the tabs of a phone, for those who are signed in. */
export const navItems: readonly NavItem[] = [
  { href: '/home', label: 'Home', icon: House },
  { href: '/games', label: 'Games', icon: Gamepad },
  { href: '/catalog', label: 'Catalog', icon: Shirt },
  { href: '/games/create', label: 'Create', icon: Blocks },
  { href: '/character', label: 'Avatar', icon: Shirt },
  { href: '/friends', label: 'Friends', icon: Users },
  { href: '/settings', label: 'Settings', icon: Settings },
]

/** The place that a path belongs to: `/games/create` is its own, not one of `/games`. */
export function currentNavItem(path: string): NavItem | undefined {
  return navItems
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((one, other) => other.href.length - one.href.length)[0]
}
