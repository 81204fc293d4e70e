import type { AccountContext } from './account-context.ts'
import { type Authorization, createAuthorization } from './authorization.ts'
import { createDevice, type Device } from './device.ts'
import { guardFlows } from './guard.ts'
import { createPassword, type Password } from './password.ts'
import { createProviders, type Providers } from './providers.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { createSignOut, type SignOut } from './sign-out.ts'
import { createSignUp, type SignUp } from './sign-up.ts'
import { createUser, type User } from './user.ts'
import { createVerification, type Verification } from './verification.ts'

/** The account calls, by flow. */
export interface Account {
  readonly verification: Verification
  readonly signUp: SignUp
  readonly signIn: SignIn
  readonly signOut: SignOut
  readonly password: Password
  readonly device: Device
  readonly providers: Providers
  readonly user: User
  readonly authorization: Authorization
}

export function createAccount(context: AccountContext): Account {
  return guardFlows({
    verification: createVerification(context),
    signUp: createSignUp(context),
    signIn: createSignIn(context),
    signOut: createSignOut(context),
    password: createPassword(context),
    device: createDevice(context),
    providers: createProviders(context),
    user: createUser(context),
    authorization: createAuthorization(context),
  })
}
