export {
  type ContactKind,
  compareVersions,
  contactKinds,
  createEventEnvelope,
  type EventEnvelope,
  isAnonymousSub,
  type Locale,
  type Platform,
  parseVersion,
  platformCodes,
  resolveLocale,
  type Version,
} from '@awan/protocol'
export {
  chooseMessage,
  type ErrorDetail,
  type ErrorName,
  isServiceError,
  type LocalePackage,
  loadMessages,
  ServiceError,
} from '@awan/protocol/errors'
export type { Account } from './account/account.ts'
export type { Authorization } from './account/authorization.ts'
export type { AskPerson, CaptchaQuestion } from './account/captcha/earn-token.ts'
export type { Device } from './account/device.ts'
export type { Password } from './account/password.ts'
export { createPkce, type Pkce } from './account/pkce.ts'
export type { DevicePollOptions, StartedDevice } from './account/poll-device.ts'
export type { Providers, ProviderToken, ProviderUriQuery } from './account/providers.ts'
export { readTwoFactor, type TwoFactorStep } from './account/read-two-factor.ts'
export type {
  AuthorizationCodeSignIn,
  CodeSignIn,
  PasswordSignIn,
  SecondFactor,
  SignIn,
  SignInCall,
} from './account/sign-in.ts'
export type { SignOut, SignOutOptions } from './account/sign-out.ts'
export type { SignUp, SignUpPayload } from './account/sign-up.ts'
export type { SudoProof, User } from './account/user.ts'
export type { Verification } from './account/verification.ts'
export {
  type AwanClient,
  type AwanClientOptions,
  createAwanClient,
  createAwanClient as createClient,
} from './client.ts'
export type { DeviceIdentity, DeviceIdentityFlow } from './device/device-identity.ts'
export type { LogEntry, LogLevel, LogOptions } from './log/log.ts'
export type {
  CallOptions,
  FullUrl,
  OpenFunction,
  RequestFunction,
  RequestOptions,
} from './request/call.ts'
export type { ClientInfo } from './runtime/client-info.ts'
export type { ChangeChannel, KeyValueStorage, Page, Runtime } from './runtime/runtime.ts'
export type { Accounts } from './session/accounts.ts'
export type { KeptAccount, SessionState } from './session/credential-store.ts'
export type { Session } from './session/session.ts'
export type { SessionKeeper } from './session/session-keeper.ts'
