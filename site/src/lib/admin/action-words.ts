import type { AuditedAction } from '@baseplate/platform/accounts/audit/tables'
import type { PlainKey } from '@baseplate/texts/keys'
import { compareNames } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'

const texts: Readonly<Record<AuditedAction, PlainKey>> = {
  moderate: 'audit.actions.moderate',
  unmoderate: 'audit.actions.unmoderate',
  level: 'audit.actions.level',
  endsessions: 'audit.actions.end_sessions',
  makeresetlink: 'audit.actions.make_reset_link',
  resetfactors: 'audit.actions.reset_factors',
  setflag: 'audit.actions.set_flag',
  removeflag: 'audit.actions.remove_flag',
  moderatepost: 'audit.actions.moderate_post',
  restorepost: 'audit.actions.restore_post',
  moderatecomment: 'audit.actions.moderate_comment',
  restorecomment: 'audit.actions.restore_comment',
  moderateprofile: 'audit.actions.moderate_profile',
  restoreprofile: 'audit.actions.restore_profile',
  moderateasset: 'audit.actions.moderate_asset',
  moderateplace: 'audit.actions.moderate_place',
  createkey: 'audit.actions.create_key',
  disablekey: 'audit.actions.disable_key',
  grantappeal: 'audit.actions.grant_appeal',
  refuseappeal: 'audit.actions.reject_appeal',
  createbanner: 'audit.actions.create_banner',
  changebanner: 'audit.actions.change_banner',
  deletebanner: 'audit.actions.delete_banner',
  claimreport: 'audit.actions.claim_report',
  releasereport: 'audit.actions.release_report',
  closereport: 'audit.actions.close_report',
  approveasset: 'audit.actions.approve_asset',
  refuseasset: 'audit.actions.reject_asset',
  claimasset: 'audit.actions.claim_asset',
  releaseasset: 'audit.actions.release_asset',
  grantassetappeal: 'audit.actions.grant_asset_appeal',
  refuseassetappeal: 'audit.actions.reject_asset_appeal',
  grantplaceappeal: 'audit.actions.grant_place_appeal',
  refuseplaceappeal: 'audit.actions.reject_place_appeal',
  changeasset: 'audit.actions.change_asset',
  changeplace: 'audit.actions.change_place',
  closegroup: 'audit.actions.close_group',
  reopengroup: 'audit.actions.reopen_group',
  renamegroup: 'audit.actions.rename_group',
  changegroup: 'audit.actions.change_group',
  startserver: 'audit.actions.start_server',
  closeserver: 'audit.actions.close_server',
  mint: 'audit.actions.mint',
  changesite: 'audit.actions.change_site',
  lookthrough: 'audit.actions.look_through',
  rename: 'audit.actions.rename',
  exportaccount: 'audit.actions.export_account',
  retryrender: 'audit.actions.retry_render',
  createwebhook: 'audit.actions.create_webhook',
  deletewebhook: 'audit.actions.delete_webhook',
  replacewebhooksecret: 'audit.actions.replace_webhook_secret',
}

/** Returns an audited action as the audit log shows it. */
export const actionWords = (action: AuditedAction): string => t(texts[action])

/** Returns all audited actions as options of a filter. */
export const actionOptions = (): { value: string; label: string }[] =>
  Object.entries(texts)
    .map(([value, key]) => ({ value, label: t(key) }))
    .toSorted((one, other) => compareNames(one.label, other.label))
