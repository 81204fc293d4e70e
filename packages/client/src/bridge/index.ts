export type {
  AccessTokenParams,
  AppInfo,
  BrowserWindowEvent,
  ConfigInfo,
  LoginInfo,
  LoginWindowParams,
  ShellAccessToken,
  ShellInfo,
  SignOutUriInfo,
  UserAuthorizeAnswer,
  UserAuthorizeParams,
} from '@awan/protocol/bridge'
export type { Bridge, BridgeEvent, BridgeListener } from './bridge.ts'
export { type DetectBridgeOptions, detectBridge } from './detect-bridge.ts'
export { createShellAccount, type ShellAccount } from './shell-account.ts'
export { createShellSession, type ShellSession, type ShellSessionOptions } from './shell-session.ts'
