export interface AuditTables {
  /** What those of level 3 and higher did; rows are added, and never changed. */
  audit_log: {
    id: string
    /** Unix milliseconds. */
    created: number
    actor_id: string
    action: AuditedAction
    /** What it was done to: `user:<id>`, `flag:<name>`, `post:<id>`, `comment:<id>`, `regkey:<key>`, `report:<id>`, `banner:<id>`, `asset:<id>`, `place:<id>`, `group:<id>`. */
    subject: string
    /** What was so until then, as JSON; null: nothing. */
    before: string | null
    /** What is so from then on, as JSON; null: nothing. */
    after: string | null
  }
}

export type AuditedAction =
  | 'moderate'
  | 'unmoderate'
  | 'level'
  | 'endsessions'
  | 'makeresetlink'
  | 'setflag'
  | 'removeflag'
  | 'moderatepost'
  | 'restorepost'
  | 'moderatecomment'
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
  | 'takereport'
  | 'releasereport'
  | 'closereport'
  | 'approveasset'
  | 'refuseasset'
  | 'takeasset'
  | 'releaseasset'
  | 'grantassetappeal'
  | 'refuseassetappeal'
  | 'grantplaceappeal'
  | 'refuseplaceappeal'
  | 'changeasset'
  | 'changeplace'
  | 'closegroup'
  | 'reopengroup'
  | 'renamegroup'
  | 'startserver'
  | 'closeserver'
  | 'mint'
