export const CODE_DIGITS = 6

/** The server sends no second code to a contact before this time is over. */
export const RESEND_AFTER_MS = 60_000
