import { z } from 'zod'

export const reservedName = z
  .string()
  .regex(/^[A-Za-z0-9_]{2,21}$/, 'use 2 to 21 letters, digits or underscores')

/** Words by which players recognise staff. */
export const staffNames = [
  'admin',
  'administrator',
  'helpdesk',
  'mod',
  'moderation',
  'moderator',
  'mods',
  'official',
  'operator',
  'root',
  'security',
  'staff',
  'support',
  'system',
]
