export type { SignIn } from './account/sign-in.ts'
export type { SignOut, SignOutOptions } from './account/sign-out.ts'
export type { SignUp, SignUpPayload } from './account/sign-up.ts'
export type { User } from './account/user.ts'
export type { Verification } from './account/verification.ts'
export {
  type AwanClient,
  type AwanClientOptions,
  createAwanClient,
  type Session,
} from './client.ts'
export type {
  CallOptions,
  OpenFunction,
  RequestFunction,
  RequestOptions,
} from './request/call.ts'
export {
  createMemoryRuntime,
  type MemoryRuntime,
  type MemoryRuntimeOptions,
} from './runtime/memory.ts'
export type { ChangeChannel, KeyValueStorage, Runtime } from './runtime/runtime.ts'
export type { SessionState } from './session/credential-store.ts'
