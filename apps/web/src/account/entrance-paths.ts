/** Where a forgotten password is replaced. */
export const RECOVER_PATH: string = '/recover'
/** Where people begin without an account. */
export const TRY_PATH: string = '/try'
/** Where the accounts that are kept in this browser stand side by side. */
export const ACCOUNTS_PATH: string = '/accounts'
