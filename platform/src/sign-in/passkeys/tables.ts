export interface PasskeyTables {
  passkeys: {
    /** Credential id, base64url. */
    id: string
    user_id: string
    name: string
    /** COSE key, base64url. */
    public_key: string
    /** Signatures that the authenticator reported last. Many always report 0. */
    counter: number
    /** Names of the authenticator's transports, separated by commas. */
    transports: string
    created: number
    last_used: number | null
  }
  /** Challenges that await a passkey's signature, at most one for each browser or session. */
  passkey_challenges: {
    /** Hex SHA-256 of the token of the session, or of the browser that is signing in. */
    bound_to: string
    /** Random, base64url. */
    challenge: string
    purpose: 'add' | 'prove' | 'sign-in'
    expires: number
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends PasskeyTables {}
}
