/**
 * Loads the library at the first use of a passkey. Loading it makes Node.js print a warning, which a start must not.
 */
export const loadWebauthn = () => import('@simplewebauthn/server')
