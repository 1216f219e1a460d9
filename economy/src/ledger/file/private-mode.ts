/** Mode of files with payments, which are private to the operator. */
export const privateMode = 0o600
