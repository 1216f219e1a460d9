import type { AuditedAction } from '@baseplate/platform/audit/tables'

/** What the audit log has, in words. */
export const actionWords: Record<AuditedAction, string> = {
  moderate: 'Moderated an account',
  unmoderate: 'Lifted a moderation',
  level: 'Set a level',
  setflag: 'Set a flag',
  removeflag: 'Removed a flag',
  moderatepost: 'Removed a post',
  restorepost: 'Restored a post',
  moderatecomment: 'Removed a comment',
  moderateasset: 'Changed what of an item is seen',
  createkey: 'Made a registration key',
  disablekey: 'Disabled a registration key',
  grantappeal: 'Granted an appeal',
  refuseappeal: 'Refused an appeal',
  createbanner: 'Made a banner',
  changebanner: 'Changed a banner',
  deletebanner: 'Deleted a banner',
  takereport: 'Took a report',
  releasereport: 'Released a report',
  closereport: 'Closed a report',
  approveasset: 'Approved an item',
  refuseasset: 'Refused an item',
  changeplace: 'Changed a game',
  closeserver: 'Closed a server',
  retryrender: 'Asked for a picture again',
}
