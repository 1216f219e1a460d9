export interface ProviderTables {
  /** Accounts of identity providers that sign in to accounts of this site. An account has at most one of each provider. */
  linked_identities: {
    issuer: string
    /** The provider's identifier of its account. Unlike an email address, no other person ever gets it. */
    subject: string
    user_id: string
    created: number
    last_used: number
  }
  /** Requests to identity providers whose answers have not arrived yet. */
  provider_requests: {
    /** Hex SHA-256 of the `state` that the provider returns. */
    state_hash: string
    /** Hex SHA-256 of the token of the browser that began. */
    bound_to: string
    /** `Id` of the provider. */
    provider: string
    purpose: ProviderPurpose
    nonce: string
    /** Code verifier (PKCE). */
    verifier: string
    expires: number
  }
  /** Accounts of identity providers that a browser has signed in to, and that are linked to no account here: at most one for each browser. */
  waiting_identities: {
    /** Hex SHA-256 of the browser's token. */
    bound_to: string
    /** `Id` of the provider. */
    provider: string
    issuer: string
    subject: string
    /** Suggested username; empty: none. */
    username: string
    /** Suggested email address; empty: none. */
    email: string
    expires: number
  }
}

/** Purpose of a request: signing in or linking, or a fresh proof of a signed-in user's identity. */
export type ProviderPurpose = 'sign-in' | 'proof'

declare module '../../foundation/database.ts' {
  interface Database extends ProviderTables {}
}
