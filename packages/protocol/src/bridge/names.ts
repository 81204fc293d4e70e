/** The object that a shell puts on the page, and the function that it calls there with a response. */
export const SHELL_GLOBAL = 'awanShell'
export const ANSWER_GLOBAL = 'awanShellAnswer'

/** BRG-1: what a shell calls itself, unless the page expects other names. */
export const SHELL_IDENTIFIER = 'awan-shell'

/** BRG-12 to BRG-21. */
export const bridgeOperations = [
  'getInfo',
  'init',
  'once',
  'on',
  'off',
  'offAll',
  'check',
  'call',
  'getAppInfo',
  'closeBrowserWindow',
] as const
export type BridgeOperation = (typeof bridgeOperations)[number]

/** The module whose methods `call` reaches with the calls of BRG-4 to BRG-11. */
export const ACCOUNT_MODULE = 'account'
export const accountMethods = [
  'getConfigInfo',
  'getSub',
  'getAccessToken',
  'isAnonymous',
  'showLoginWindow',
  'setLoginInfo',
  'setOAuthSignOutURIInfo',
  'userAuthorize',
] as const
export type AccountMethod = (typeof accountMethods)[number]

/** BRG-29 to BRG-31: the life of a browser window that the shell opens. */
export const browserWindowEvents = ['did-navigate', 'did-finish-load', 'closed'] as const
export type BrowserWindowEvent = (typeof browserWindowEvents)[number]
