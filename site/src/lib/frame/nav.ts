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
import { toolsOf } from '#lib/admin/tools.ts'

export interface NavItem {
  href: string
  label: string
  icon: LucideIcon
}

/** The main places of the site, in the rail and in the tabs of a phone, for those who are signed in. */
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

/** Whether there is something that somebody of this permission level may administer. */
export const administers = (level: number): boolean => toolsOf(level).length > 0

/** The places that the rail lists for somebody of this permission level. */
export const railItemsOf = (level: number): readonly NavItem[] =>
  administers(level) ? [...navItems, administration] : navItems

/** The place that a path belongs to. Games are made at an address of `/games`, and belong to what one makes. */
export function currentNavItem(path: string): NavItem | undefined {
  if (path === '/games/create') return currentNavItem('/develop')
  return [...navItems, administration]
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((one, other) => other.href.length - one.href.length)[0]
}
