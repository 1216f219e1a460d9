export interface AuditTables {
  /** Actions of staff, and of owners on their own accounts. Rows are added, and emptied when their subject is erased. */
  audit_log: {
    id: string
    /** Unix milliseconds. */
    created: number
    actor_id: string
    action: AuditedAction
    /** Kind and id: `user:<id>`, `flag:<name>`, `post:<id>`, `comment:<id>`, `regkey:<key>`, `report:<id>`, `banner:<id>`, `asset:<id>`, `place:<id>`, `group:<id>`, `description:<user id>`, `styling:<user id>`, `site:identity`, `site:filter`, `webhook:<id>`. */
    subject: string
    /** State before the action, as JSON. Null: none. */
    before: string | null
    /** State after the action, as JSON. Null: none. */
    after: string | null
  }
}

export type AuditedAction =
  | 'moderate'
  | 'unmoderate'
  | 'level'
  | 'endsessions'
  | 'makeresetlink'
  | 'resetfactors'
  | 'setflag'
  | 'removeflag'
  | 'changefilter'
  | 'moderatepost'
  | 'restorepost'
  | 'moderatecomment'
  | 'restorecomment'
  | 'moderateprofile'
  | 'restoreprofile'
  | 'moderateasset'
  | 'moderateplace'
  | 'createkey'
  | 'disablekey'
  | 'retryrender'
  | 'grantappeal'
  | 'refuseappeal'
  | 'createbanner'
  | 'changebanner'
  | 'deletebanner'
  | 'claimreport'
  | 'releasereport'
  | 'closereport'
  | 'viewchat'
  | 'viewdata'
  | 'changedata'
  | 'approveasset'
  | 'refuseasset'
  | 'approvepicture'
  | 'refusepicture'
  | 'claimasset'
  | 'releaseasset'
  | 'grantassetappeal'
  | 'refuseassetappeal'
  | 'grantplaceappeal'
  | 'refuseplaceappeal'
  | 'changeasset'
  | 'changeplace'
  | 'deleteplace'
  | 'closegroup'
  | 'reopengroup'
  | 'renamegroup'
  | 'changegroup'
  | 'startserver'
  | 'closeserver'
  | 'kickplayer'
  | 'banplayer'
  | 'unbanplayer'
  | 'mint'
  | 'changesite'
  | 'lookthrough'
  | 'exportaccount'
  | 'createwebhook'
  | 'deletewebhook'
  | 'replacewebhooksecret'
  | 'rename'

declare module '../../foundation/database.ts' {
  interface Database extends AuditTables {}
}
