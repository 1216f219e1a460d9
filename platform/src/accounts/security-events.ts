/** A change of an account's security that its owner is notified of, with the arguments of its text. */
export type SecurityNotice =
  | { event: 'new_device'; values: { device: string; address: string } }
  | { event: 'email_change_requested'; values: { email: string } }
  | { event: 'provider_linked' | 'provider_unlinked'; values: { provider: string } }
  | { event: 'username_changed'; values: { username: string } }
  | { event: 'deletion_requested'; values: { days: number } }
  | { event: PlainEvent; values: Record<never, never> }

/**
 * Events whose texts have no arguments. A new one needs a line here and in `eventTexts` of the site, and its text below `inbox` in
 * each language. Its notice then has a notification and a mail.
 */
type PlainEvent =
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'deletion_cancelled'
  | 'email_changed'
  | 'email_restored'
  | 'email_withdrawn'
  | 'export_failed'
  | 'export_ready'
  | 'export_requested'
  | 'factors_reset'
  | 'passkey_added'
  | 'passkey_removed'
  | 'password_changed'
  | 'recovery_code_used'
  | 'recovery_codes_replaced'
  | 'token_made'
